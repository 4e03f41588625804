/** A signal that aborts when the handed-in clock has passed a point, and a timer that does not outlive its use. */

import type { Clock } from './clock.ts'

export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** With `caller`, the signal also aborts when that one does, for the same reason. */
export function startDeadline(clock: Clock, ms: number, reason: () => Error, caller?: AbortSignal): Deadline {
  const ended = new AbortController()
  const leave = () => ended.abort(caller?.reason)
  if (caller?.aborted) leave()
  caller?.addEventListener('abort', leave, { once: true })
  const stop = clock.after(ms, () => ended.abort(reason()))
  return {
    signal: ended.signal,
    at: clock.now() + ms,
    [Symbol.dispose]() {
      caller?.removeEventListener('abort', leave)
      stop()
    },
  }
}
