/** Splits long lists: a statement takes a limited number of parameters. */

/** Reads the items only as they are needed, so that a long list is never copied whole. */
export function* chunks<Item>(items: Iterable<Item>, size = 500): Generator<Item[]> {
  let chunk: Item[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
