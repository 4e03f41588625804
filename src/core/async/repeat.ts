/** Background work at a fixed interval. */

import type { Clock } from '../clock.ts'

/** Runs `work`, which must not reject, every `ms` until it is disposed. A run in progress is awaited; its signal aborts. */
export function repeat(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
): AsyncDisposable {
  const closing = new AbortController()
  async function run(): Promise<never> {
    for (;;) {
      await clock.sleep(ms, closing.signal)
      await work(closing.signal)
    }
  }
  // Ends by the rejected sleep.
  const running = run().catch(() => {})
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
