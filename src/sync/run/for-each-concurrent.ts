/** Processes a list with a bounded number of items at once. */

/** Starts no further item once `stop` is aborted. `work` must not reject. Resolves when all have ended. */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  concurrency: number,
  stop: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      if (stop.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
}
