/** Closes several resources together, once; later callers wait for the first call. */

import { withTimeout } from '../core/async/with-timeout.ts'
import { systemClock } from '../core/clock.ts'

/** A peer that no longer responds never confirms; its socket ends with the process. */
const disposeMsMax = 10_000

export function disposeOnce(...parts: readonly AsyncDisposable[]): () => Promise<void> {
  let closing: Promise<unknown> | undefined
  return async () => {
    closing ??= withTimeout<unknown>(
      systemClock,
      disposeMsMax,
      Promise.all(parts.map((part) => part[Symbol.asyncDispose]())),
      () => {},
    )
    await closing
  }
}
