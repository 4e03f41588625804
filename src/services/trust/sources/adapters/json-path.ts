/** Reads parsed JSON of unknown shape. */

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string | number, unknown>)[key]
  }
  return current
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

/** The objects of a list, without its other values. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** A list, or the nodes of a GraphQL connection. */
export function connectionNodes(value: unknown): Json[] | undefined {
  if (Array.isArray(value)) return objectsIn(value)
  const edges = valueAt(value, 'edges')
  return Array.isArray(edges)
    ? objectsIn(edges)
        .map((edge) => edge.node)
        .filter(isObject)
    : undefined
}

/** Whether a connection has further pages. */
export function hasMorePages(connection: unknown): boolean {
  const total = valueAt(connection, 'totalCount')
  const rows = connectionNodes(connection)?.length ?? 0
  return (
    valueAt(connection, 'pageInfo', 'hasNextPage') === true || (typeof total === 'number' && total > rows)
  )
}
