/** An abort signal with a time limit, whose timer ends when it is disposed. */

import type { Clock } from '../clock.ts'

export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** On the monotonic clock. */
  readonly at: number
}

/** The signal also aborts with `callerSignal`, for the same reason. */
export function startDeadline(
  clock: Clock,
  ms: number,
  reason: () => Error,
  callerSignal?: AbortSignal,
): Deadline {
  const controller = new AbortController()
  const onAbort = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) onAbort()
  callerSignal?.addEventListener('abort', onAbort, { once: true })
  const stop = clock.after(ms, () => controller.abort(reason()))
  return {
    signal: controller.signal,
    at: clock.monotonic() + ms,
    [Symbol.dispose]() {
      callerSignal?.removeEventListener('abort', onAbort)
      stop()
    },
  }
}
