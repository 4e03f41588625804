/** Closes several things together; whoever asks again waits for the first time. */

import { systemClock } from '../core/clock.ts'

/** A peer that has fallen silent never confirms; its socket ends with the process. */
const closeMsMax = 10_000

export function closingOnce(...parts: readonly AsyncDisposable[]): () => Promise<void> {
  let closing: Promise<void> | undefined
  return async () => {
    closing ??= closeInTime(parts)
    await closing
  }
}

async function closeInTime(parts: readonly AsyncDisposable[]): Promise<void> {
  const closed = new AbortController()
  const deadline = systemClock.sleep(closeMsMax, closed.signal).catch(() => {})
  try {
    await Promise.race([Promise.all(parts.map((part) => part[Symbol.asyncDispose]())), deadline])
  } finally {
    closed.abort()
  }
}
