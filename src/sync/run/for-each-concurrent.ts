/** Processes a list with a bounded number of items at once. */

/**
 * Starts no further item once `stop` is aborted. `work` must not reject. It may call `release` when it only waits for others:
 * the next item then starts. Resolves when all have ended.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  concurrency: number,
  stop: AbortSignal,
  work: (item: Item, release: () => void) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const waiting = new Set<Promise<void>>()
  const worker = async () => {
    for (const item of queue) {
      if (stop.aborted) return
      const released = Promise.withResolvers<void>()
      const ended = work(item, released.resolve)
      waiting.add(ended)
      void ended.then(() => waiting.delete(ended))
      await Promise.race([ended, released.promise])
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  await Promise.all(waiting)
}
