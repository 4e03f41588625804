/** Closes several things together; whoever asks again waits for the first time. */

import { systemClock } from '../core/clock.ts'

/** A peer that has fallen silent never confirms; its socket ends with the process. */
const disposeMsMax = 10_000

export function disposeOnce(...parts: readonly AsyncDisposable[]): () => Promise<void> {
  let closing: Promise<void> | undefined
  return async () => {
    closing ??= disposeWithinLimit(parts)
    await closing
  }
}

async function disposeWithinLimit(parts: readonly AsyncDisposable[]): Promise<void> {
  const closed = new AbortController()
  const deadline = systemClock.sleep(disposeMsMax, closed.signal).catch(() => {})
  try {
    await Promise.race([Promise.all(parts.map((part) => part[Symbol.asyncDispose]())), deadline])
  } finally {
    closed.abort()
  }
}
