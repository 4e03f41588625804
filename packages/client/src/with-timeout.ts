/** Runs work with a time limit and the caller’s signal. */

import type { Clock } from './clock.ts'

export interface TimeoutOptions {
  readonly timeoutMs: number
  /** The error on timeout. */
  toError(): Error
  readonly signal: AbortSignal | undefined
  readonly clock: Clock
}

/** Settles on timeout or abort even if the work ignores both. */
export async function withTimeout<T>(
  limits: TimeoutOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, signal, clock } = limits
  signal?.throwIfAborted()
  const stop = new AbortController()
  const forward = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', forward, { once: true })
  const settled = new AbortController()
  clock.sleep(timeoutMs, settled.signal).then(
    () => stop.abort(limits.toError()),
    () => {},
  )
  try {
    return await rejectOnAbort(run(stop.signal), stop.signal)
  } finally {
    settled.abort()
    signal?.removeEventListener('abort', forward)
  }
}

/** The first to settle wins; a later rejection is ignored. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
