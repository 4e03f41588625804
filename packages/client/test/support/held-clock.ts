/** A clock for tests: waits of one length end when the test says so, however busy the machine is. Others pass as usual. */

import { type Clock, systemClock } from '../../src/clock.ts'

export class HeldClock implements Clock {
  readonly heldMs: number
  readonly #held: (() => void)[] = []

  constructor(heldMs: number) {
    this.heldMs = heldMs
  }

  now(): number {
    return systemClock.now()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms !== this.heldMs) return systemClock.sleep(ms, signal)
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      this.#held.push(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  /** The waits that have started so far are over. */
  endWaits(): void {
    for (const end of this.#held.splice(0)) end()
  }
}
