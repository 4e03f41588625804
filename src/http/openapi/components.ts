/** The named parts of an API document: each is written once, where it is used at all, and referred to. */

import type { TSchema } from 'typebox'

export type Json = Record<string, unknown>

export class Components {
  readonly schemas: Json = {}
  readonly headers: Json = {}
  readonly responses: Json = {}

  header(name: string, described: Json): Json {
    this.headers[name] = described
    return { $ref: `#/components/headers/${name}` }
  }

  response(name: string, described: Json): Json {
    this.responses[name] = described
    return { $ref: `#/components/responses/${name}` }
  }

  add(name: string, schema: TSchema): void {
    if (name in this.schemas) return
    this.schemas[name] = {}
    const { $id: _, ...rest } = schema as Json
    this.schemas[name] = this.#walk(rest)
  }

  /** The schema itself, or a reference where it has a name (`$id`). */
  reference(schema: TSchema): unknown {
    return this.#walk(schema)
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item))
    if (typeof value !== 'object' || value === null) return value
    const { $id } = value as { $id?: string }
    if (typeof $id === 'string') {
      this.add($id, value as TSchema)
      return { $ref: `#/components/schemas/${$id}` }
    }
    const members = Object.entries(withoutDefaultedRequired(value as Json))
    return Object.fromEntries(members.map(([name, member]) => [name, this.#walk(member)]))
  }
}

/** What has a default need not be sent; the schema's own list says otherwise, so that handlers find it there. */
function withoutDefaultedRequired(schema: Json): Json {
  const { properties, required } = schema as { properties?: Record<string, Json>; required?: unknown }
  if (!properties || !Array.isArray(required)) return schema
  const stillRequired = required.filter((name: string) => properties[name]?.default === undefined)
  const { required: _, ...rest } = schema
  return stillRequired.length === 0 ? rest : { ...rest, required: stillRequired }
}
