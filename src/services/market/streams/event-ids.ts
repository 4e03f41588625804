/** Event ids: where a reader was, so that it can resume there, on this process or, by the time, on another. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../core/clock.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'

export interface ResumePoint {
  /** Undefined for an event of another process, or from before a restart. */
  readonly seq: number | undefined
  /** When it was sent, by the clock of its process. */
  readonly sinceMs: number
}

const idFormat = /^([0-9a-f]{8})-(\d{1,15})-(\d{1,12})$/

export class EventIds {
  readonly #clock: Clock
  /** Of this process. */
  readonly #epoch = randomBytes(4).toString('hex')
  #last = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  next(): number {
    this.#last += 1
    return this.#last
  }

  format(seq: number): string {
    return `${this.#epoch}-${seq}-${Math.floor(this.#clock.now() / 1000)}`
  }

  parse(id: string, parameter: string): ResumePoint {
    const [, epoch, seq, seconds] = idFormat.exec(id) ?? []
    if (epoch === undefined) {
      throw invalidParameter(
        parameter,
        'This is not the id of an event.',
        'the id of the last event received',
      )
    }
    const isOwn = epoch === this.#epoch && Number(seq) <= this.#last
    return { seq: isOwn ? Number(seq) : undefined, sinceMs: Number(seconds) * 1000 }
  }
}
