/** Retries while another process holds the lock, without blocking this thread. */

import { systemClock } from '../../core/clock.ts'
import { isBusy, toFailure } from './errors.ts'

const pauseMsMax = 25

export async function retryWhileBusy<Result>(
  attempt: () => Result | Promise<Result>,
  deadlineMs: number,
  signal?: AbortSignal,
  onBusy?: () => void,
): Promise<Result> {
  for (let waitedMs = 0, round = 1; ; round += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= deadlineMs) throw toFailure(error)
    }
    onBusy?.()
    // Random, so that processes that collided once do not collide again.
    const pauseMs = Math.random() * Math.min(pauseMsMax, 2 ** round)
    await systemClock.sleep(pauseMs, signal).catch(() => signal?.throwIfAborted())
    waitedMs += pauseMs
  }
}
