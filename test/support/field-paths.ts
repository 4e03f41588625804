/** Every field of a JSON document, to change one after the other. */

export type FieldPath = readonly string[]

/** One path for each field, in the middle of the list. */
export function fieldPaths(value: unknown): FieldPath[] {
  const found = new Map<string, FieldPath[]>()
  const visit = (part: unknown, path: FieldPath, name: string) => {
    if (path.length > 0) found.set(name, [...(found.get(name) ?? []), path])
    if (typeof part !== 'object' || part === null) return
    for (const [key, own] of Object.entries(part))
      visit(own, [...path, key], `${name}/${Array.isArray(part) || /\d/.test(key) ? '*' : key}`)
  }
  visit(value, [], '')
  return [...found.values()].map((paths) => paths[Math.floor(paths.length / 2)] as FieldPath)
}

export function withValueAt(body: unknown, path: FieldPath, value: unknown): unknown {
  const copy = structuredClone(body)
  // biome-ignore lint/suspicious/noExplicitAny: of any shape
  const owner = path.slice(0, -1).reduce((part: any, key) => part[key], copy)
  owner[path.at(-1) as string] = value
  return copy
}
