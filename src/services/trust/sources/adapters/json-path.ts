/** Careful looks into parsed JSON of unknown shape. */

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string | number, unknown>)[key]
  }
  return here
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

/** The objects of a list; whatever else stands in it is left out. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** A plain list, or the nodes of a connection. */
export function connectionNodes(value: unknown): Json[] | undefined {
  if (Array.isArray(value)) return objectsIn(value)
  const edges = valueAt(value, 'edges')
  return Array.isArray(edges)
    ? objectsIn(edges)
        .map((edge) => edge.node)
        .filter(isObject)
    : undefined
}
