/**
 * Publishes several members of a run in one transaction. What they change together, such as counts, is then written once,
 * which costs a fraction. A member waits until enough others have come, until none is left, or for a second.
 */

import type { Transaction } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { Database } from '../../store/store.ts'
import type { ReadModelTables } from '../../store/tables.ts'
import type { HeldLease } from '../run/held-lease.ts'
import type { AnyWriter, WriteCounts } from '../source.ts'
import { takeTurn } from './take-turn.ts'

/** What one member publishes. `write` may be repeated: after a transaction that was rolled back because of another member. */
export interface Publication {
  readonly records: number
  write(tx: Transaction<ReadModelTables>, writer: Pick<AnyWriter, 'write'>): Promise<WriteCounts>
}

interface WaitingPublication extends Publication {
  readonly resolve: (counts: WriteCounts) => void
  readonly reject: (thrown: unknown) => void
}

/** Publishes one member with the others of its group. */
export interface MemberPublisher {
  /** Resolves when the member is published. Calls `onWaiting` if another member may be read meanwhile. */
  publish(publication: Publication, onWaiting: () => void): Promise<WriteCounts>
  /** The member publishes nothing, or has done so. */
  leave(): void
}

interface PublishOptions {
  readonly readModel: Database<ReadModelTables>
  readonly writer: AnyWriter
  readonly clock: Clock
  readonly lease: HeldLease
  readonly signal: AbortSignal
}

interface PublishGroupOptions extends PublishOptions {
  /** How many will be added. */
  readonly members: number
}

/** In one transaction. */
export async function publishTogether(
  { readModel, writer, clock, lease, signal }: PublishOptions,
  publications: readonly Publication[],
): Promise<WriteCounts[]> {
  const { dialect } = readModel
  const write = async (tx: Transaction<ReadModelTables>) => {
    const group = writer.openGroup?.({ tx, dialect })
    const counts: WriteCounts[] = []
    for (const publication of publications) counts.push(await publication.write(tx, group ?? writer))
    await group?.end()
    await dialect.bumpVersion(tx, writer.service, clock.now())
    // Last, so that a process that slept past the end of its lease does not overwrite its successor.
    lease.assertHeld()
    return counts
  }
  return await takeTurn(writer, () => readModel.transaction(write, signal))
}

/** Limits of one transaction. */
const membersMax = 16
const recordsMax = 1000
/** The records of a longer list take much memory; while it waits, no further member is read in its place. */
const shortListMax = 200
const waitMs = 1000

export class PublishGroup {
  readonly #options: PublishGroupOptions
  #waiting: WaitingPublication[] = []
  /** Members that have neither left nor come to publish. */
  #expected: number
  #isRunning = false
  #isDue = false
  #cancelTimer: (() => void) | undefined

  constructor(options: PublishGroupOptions) {
    this.#options = options
    this.#expected = options.members
    options.signal.addEventListener('abort', () => this.#rejectWaiting(), { once: true })
  }

  addMember(): MemberPublisher {
    let isExpected = true
    const arrive = () => {
      if (isExpected) this.#expected -= 1
      isExpected = false
    }
    return {
      publish: async (publication, onWaiting) => {
        arrive()
        return await this.#publish(publication, onWaiting)
      },
      leave: () => {
        arrive()
        this.#startIfDue()
      },
    }
  }

  #publish({ records, write }: Publication, onWaiting: () => void): Promise<WriteCounts> {
    this.#options.signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<WriteCounts>()
    this.#waiting.push({ records, write, resolve, reject })
    this.#startIfDue()
    if (records <= shortListMax && this.#waiting.length < membersMax) onWaiting()
    return promise
  }

  #startIfDue(): void {
    if (this.#isRunning || this.#waiting.length === 0) return
    const records = this.#waiting.reduce((sum, one) => sum + one.records, 0)
    const isFull = this.#waiting.length >= membersMax || records >= recordsMax
    if (isFull || this.#isDue || this.#expected <= 0) void this.#publishWaiting()
    else
      this.#cancelTimer ??= this.#options.clock.after(waitMs, () => {
        this.#isDue = true
        this.#startIfDue()
      })
  }

  async #publishWaiting(): Promise<void> {
    this.#isRunning = true
    this.#stopTimer()
    await this.#publishAll(this.#waiting.splice(0, membersMax))
    this.#isRunning = false
    this.#startIfDue()
  }

  async #publishAll(publications: readonly WaitingPublication[]): Promise<void> {
    try {
      const counts = await publishTogether(this.#options, publications)
      for (const [at, { resolve }] of publications.entries()) resolve(counts[at] as WriteCounts)
    } catch (thrown) {
      const isCommon = this.#options.signal.aborted || isFailure(thrown, 'store_unavailable')
      if (publications.length === 1 || isCommon) for (const { reject } of publications) reject(thrown)
      // One of them is the cause, and must not keep the others from being published.
      else for (const one of publications) await this.#publishAll([one])
    }
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#isDue = false
  }

  #rejectWaiting(): void {
    this.#stopTimer()
    for (const { reject } of this.#waiting.splice(0)) reject(this.#options.signal.reason)
  }
}
