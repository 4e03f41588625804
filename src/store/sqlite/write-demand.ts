/**
 * Lets the writes of people go before those of a sync, in whichever process either runs. SQLite has one writer at a time and
 * no queue: a sync that commits one transaction after the other would begin the next one before a request has tried again.
 * Who finds the database busy leaves a file beside it, which a sync looks for before each transaction.
 */

import { rmSync, statSync, writeFileSync } from 'node:fs'
import { systemClock } from '../../core/clock.ts'

/** Who waits tries again several times within it. Also the end of a demand that was given up, or whose process has died. */
const lastsMs = 500
const pauseMs = 5
/** However many people write, the sync goes on. */
const patienceMs = 2_000

export class WriteDemand {
  readonly #file: string

  /** `path`: of the database. */
  constructor(path: string) {
    this.#file = `${path}-demand`
  }

  /** A request has found the database busy. */
  note(): void {
    try {
      writeFileSync(this.#file, '1')
    } catch {
      // A disk that is full. The request waits as long as the sync does.
    }
  }

  /** The request writes now. Another one that waits will note it again soon. */
  clear(): void {
    rmSync(this.#file, { force: true })
  }

  get isPresent(): boolean {
    const noted = statSync(this.#file, { throwIfNoEntry: false })
    return noted !== undefined && Math.abs(systemClock.now() - noted.mtimeMs) < lastsMs
  }

  /** For a sync, before it begins. */
  async giveWay(signal?: AbortSignal): Promise<void> {
    for (let waitedMs = 0; this.isPresent && waitedMs < patienceMs; waitedMs += pauseMs)
      await systemClock.sleep(pauseMs, signal)
  }
}
