/** Waits for work for a limited time; the work itself is not interrupted. */

import type { Clock } from '../clock.ts'

/**
 * After `ms`, the result is that of `onTimeout`, which may throw. Where `onTimeout` is asynchronous, work that settles
 * first still wins.
 */
export async function withTimeout<Result>(
  clock: Clock,
  ms: number,
  work: Promise<Result>,
  onTimeout: () => Result | Promise<Result>,
): Promise<Result> {
  const timeout = Promise.withResolvers<Result>()
  const cancel = clock.after(ms, () => timeout.resolve(Promise.try(onTimeout)))
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    cancel()
  }
}
