/** Defaults in schemas: a property with a default is optional for clients and always present for handlers. */

import type { TSchema } from 'typebox'

export interface Property {
  readonly type?: string | readonly string[]
  readonly default?: unknown
}

export function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema & Property>> {
  return (schema as { properties?: Record<string, TSchema & Property> }).properties ?? {}
}

/** The properties that a client must send. */
export function requiredProperties(schema: TSchema): string[] {
  const { required = [] } = schema as { required?: readonly string[] }
  const properties = propertiesOf(schema)
  return required.filter((name) => properties[name]?.default === undefined)
}

export function fillDefaults(values: Record<string, unknown>, schema: TSchema): Record<string, unknown> {
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (!(name in values) && property.default !== undefined) values[name] = property.default
  }
  return values
}
