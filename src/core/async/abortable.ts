/** Waits for work, and rejects early when a signal aborts; the work itself goes on until it notices. */

export async function abortable<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return await work
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
