/** A signal that aborts when the handed-in clock has passed a point, and a timer that does not outlive its use. */

import type { Clock } from './clock.ts'

export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly at: number
}

export function startDeadline(clock: Clock, ms: number, reason: () => Error): Deadline {
  const reached = new AbortController()
  const stop = new AbortController()
  clock.sleep(ms, stop.signal).then(
    () => reached.abort(reason()),
    () => {},
  )
  return { signal: reached.signal, at: clock.now() + ms, [Symbol.dispose]: () => stop.abort(notNeeded) }
}

/** Made once: an error with a stack for every request would cost more than the timer. */
const notNeeded = new Error('The deadline is no longer needed.')
