/**
 * Publishes several members of a run in one transaction. What they change together, such as counts, is then written once,
 * which costs a fraction. A member waits until enough others have come, until none is left, or for a second.
 */

import type { Transaction } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../store/store.ts'
import type { ReadModelTables } from '../../store/tables.ts'
import { Batcher } from '../batcher.ts'
import type { HeldLease } from '../run/held-lease.ts'
import type { AnyWriter, WriteCounts } from '../source.ts'
import { takeTurn } from './take-turn.ts'

/** What one member publishes. `write` may be repeated: after a transaction that was rolled back because of another member. */
export interface Publication {
  readonly records: number
  write(tx: Transaction<ReadModelTables>, writer: Pick<AnyWriter, 'write'>): Promise<WriteCounts>
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

/** SQLite has one writer: people would wait as long. What is left of a tenth of a second is for the last member and the group. */
const sqliteMsMax = 50

/** In one transaction. Returns the counts of the first publications, at least one: on SQLite, of those that fit into the time. */
export async function publishTogether(
  { readModel, writer, clock, lease, signal }: PublishOptions,
  publications: readonly Publication[],
): Promise<WriteCounts[]> {
  const { dialect } = readModel
  const write = async (tx: Transaction<ReadModelTables>) => {
    const group = writer.openGroup?.({ tx, dialect })
    const counts: WriteCounts[] = []
    const endsAt = readModel.engine === 'sqlite' ? clock.monotonic() + sqliteMsMax : Number.POSITIVE_INFINITY
    for (const publication of publications) {
      counts.push(await publication.write(tx, group ?? writer))
      if (clock.monotonic() >= endsAt) break
    }
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
  readonly #batcher: Batcher<Publication, WriteCounts>
  /** Members that have neither left nor come to publish. */
  #expected: number

  constructor(options: PublishGroupOptions) {
    const { clock, signal, members } = options
    this.#options = options
    this.#expected = members
    this.#batcher = new Batcher({
      clock,
      itemsMax: membersMax,
      waitMs,
      isFull: (publications) =>
        this.#expected <= 0 || publications.reduce((sum, one) => sum + one.records, 0) >= recordsMax,
      run: (publications) => publishTogether(options, publications),
    })
    signal.addEventListener('abort', () => this.#batcher.rejectAll(signal.reason), { once: true })
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
        this.#options.signal.throwIfAborted()
        const published = this.#batcher.add(publication)
        if (publication.records <= shortListMax && this.#batcher.length < membersMax) onWaiting()
        return await published
      },
      leave: () => {
        arrive()
        this.#batcher.startIfFull()
      },
    }
  }
}
