/**
 * Lets the writes of people go before those of a sync, among the threads of a process. SQLite has one writer at a time and no queue:
 * a sync that commits one transaction after the other would begin the next one before a request has tried again.
 */

import { systemClock } from '../../core/clock.ts'
import { sharedNumber } from './shared-number.ts'

/** Who waits tries again several times within it. Also the end of a demand that was given up, or whose thread has died. */
const lastsMs = 500
const pauseMs = 5
/** However many people write, the sync goes on. */
const patienceMs = 2_000

export class WriteDemand {
  readonly #notedAt: Int32Array

  constructor(path: string) {
    this.#notedAt = sharedNumber(`demand to write to ${path}`)
  }

  /** A request has found the file busy. */
  note(): void {
    // Never 0, which means never.
    Atomics.store(this.#notedAt, 0, nowMs() || 1)
  }

  /** The request writes now. Another one that waits will note it again soon. */
  clear(): void {
    Atomics.store(this.#notedAt, 0, 0)
  }

  get isPresent(): boolean {
    const notedAt = Atomics.load(this.#notedAt, 0)
    return notedAt !== 0 && ((nowMs() - notedAt) | 0) < lastsMs
  }

  /** For a sync, before it begins. */
  async giveWay(signal?: AbortSignal): Promise<void> {
    for (let waitedMs = 0; this.isPresent && waitedMs < patienceMs; waitedMs += pauseMs)
      await systemClock.sleep(pauseMs, signal)
  }
}

/** As a number of 32 bits, which overflows. */
function nowMs(): number {
  return Math.trunc(systemClock.monotonic()) | 0
}
