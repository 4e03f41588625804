/** The components of an API document: each is defined once and referenced. */

import type { TSchema } from 'typebox'
import { requiredProperties } from '../request/validation/schema-defaults.ts'

export type Json = Record<string, unknown>

export class Components {
  readonly schemas: Json = {}
  readonly headers: Json = {}
  readonly responses: Json = {}

  header(name: string, definition: Json): Json {
    this.headers[name] = definition
    return { $ref: `#/components/headers/${name}` }
  }

  response(name: string, definition: Json): Json {
    this.responses[name] = definition
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

/** In the route's schema a property with a default is required, so that the handler's type has it. */
function withoutDefaultedRequired(schema: Json): Json {
  if (!schema.properties || !Array.isArray(schema.required)) return schema
  const { required: _, ...rest } = schema
  const required = requiredProperties(schema as TSchema)
  return required.length === 0 ? rest : { ...rest, required }
}
