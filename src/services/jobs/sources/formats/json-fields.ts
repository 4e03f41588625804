/** Schemas of upstream JSON fields, and access to fields of JSON that is not validated yet. */

import { type TSchema, Type } from 'typebox'
import { parseForeignJson } from '../../../../core/parse/parse-json.ts'

/** A field that upstreams omit or set to null. */
export function nullish<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

export const text = Type.String()

export const Labelled = nullish(Type.Object({ label: nullish(text) }))

/** Undefined if the body is not JSON. Such bodies are stored and rejected when they are parsed. */
export function tryParseJson(body: string): unknown {
  try {
    return parseForeignJson(body)
  } catch {
    return undefined
  }
}

export function numberAt(value: unknown, name: string): number {
  const field = fieldAt(value, name)
  return typeof field === 'number' ? field : 0
}

/** Undefined if the field is no text or an empty one. */
export function textAt(value: unknown, name: string): string | undefined {
  const field = fieldAt(value, name)
  return typeof field === 'string' && field !== '' ? field : undefined
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const field = fieldAt(value, name)
  return Array.isArray(field) ? field : []
}

function fieldAt(value: unknown, name: string): unknown {
  return value instanceof Object ? (value as Record<string, unknown>)[name] : undefined
}

/** For a URL. A text with half a character, which JSON may contain, would throw. */
export function pathPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
