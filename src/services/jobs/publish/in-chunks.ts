/** Work on many rows, a few hundred at a time: a statement takes only so many values. */

const chunkSize = 300

/** Taken as they are needed: of a large board, copies of all rows would be a lot. */
export async function inChunks<Item>(
  items: Iterable<Item>,
  work: (chunk: Item[]) => Promise<unknown>,
): Promise<void> {
  let chunk: Item[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < chunkSize) continue
    await work(chunk)
    chunk = []
  }
  if (chunk.length > 0) await work(chunk)
}
