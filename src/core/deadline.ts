/** A signal that aborts when the handed-in clock has passed a point, and a timer that does not outlive its use. */

import type { Clock } from './clock.ts'

export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** With `caller`, the signal also aborts when that one does, for the same reason. */
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
    at: clock.now() + ms,
    [Symbol.dispose]() {
      callerSignal?.removeEventListener('abort', onAbort)
      stop()
    },
  }
}
