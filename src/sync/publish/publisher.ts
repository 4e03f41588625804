/**
 * Publishes the members of a run, several in one transaction where the writer gains from it: what they change together, such
 * as counts, is then written once. A member waits until enough others have come, or for a second.
 */

import type { Transaction } from 'kysely'
import { isFailure } from '../../core/errors.ts'
import type { ReadModelTables } from '../../store/tables.ts'
import type { Run } from '../run/open-run.ts'
import type { MemberReport } from '../run/run-rows.ts'
import type { AnyWriter } from '../source.ts'
import { findWriter } from '../sync-deps.ts'
import type { Prepared, Publication } from './prepare-publication.ts'
import { takeTurn } from './take-turn.ts'
import { type PublishDeps, writePublication } from './write-publication.ts'

/** SQLite has one writer: people would wait as long. What is left of a tenth of a second is for the last member and the group. */
const sqliteMsMax = 50

/** Limits of one transaction. */
const membersMax = 16
const recordsMax = 1000
/** The records of a longer list take much memory: they do not wait. */
const shortListMax = 200
const waitMs = 1000

interface WaitingMember {
  readonly publication: Publication
  readonly resolve: (report: MemberReport) => void
  readonly reject: (thrown: unknown) => void
}

export class Publisher {
  readonly #deps: PublishDeps
  readonly #run: Pick<Run, 'source' | 'lease' | 'signal'>
  readonly #writer: AnyWriter
  #waiting: WaitingMember[] = []
  #isRunning = false
  /** Those that wait need not wait any longer. */
  #isTimeUp = false
  #hasEnded = false
  #cancelTimer: (() => void) | undefined

  constructor(deps: PublishDeps, run: Pick<Run, 'source' | 'lease' | 'signal'>) {
    this.#deps = deps
    this.#run = run
    this.#writer = findWriter(deps, run.source)
  }

  /** Resolves when the member is published. */
  async publish(preparing: Promise<Prepared>): Promise<MemberReport> {
    const publication = await preparing
    if ('outcome' in publication) return publication
    const { promise, resolve, reject } = Promise.withResolvers<MemberReport>()
    this.#waiting.push({ publication, resolve, reject })
    void this.#publishDue()
    return await promise
  }

  /** Whether the next member may be read while this one waits for others of its transaction. Never rejects. */
  async mayWait(preparing: Promise<Prepared>): Promise<boolean> {
    const prepared = await preparing.catch(() => undefined)
    if (prepared === undefined || 'outcome' in prepared) return false
    return this.#writer.openGroup !== undefined && isShort(prepared) && this.#waiting.length < membersMax
  }

  /** No further member will come. */
  end(): void {
    this.#hasEnded = true
    void this.#publishDue()
  }

  get #membersMax(): number {
    return this.#writer.openGroup ? membersMax : 1
  }

  async #publishDue(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#isDue()) {
      this.#cancelTimer?.()
      this.#cancelTimer = undefined
      this.#isTimeUp = false
      await this.#publishAll(this.#waiting.splice(0, this.#membersMax))
    }
    this.#isRunning = false
    if (this.#waiting.length === 0) return
    this.#cancelTimer ??= this.#deps.clock.after(waitMs, () => {
      this.#isTimeUp = true
      void this.#publishDue()
    })
  }

  #isDue(): boolean {
    const waiting = this.#waiting.map(({ publication }) => publication)
    const records = waiting.reduce((sum, publication) => sum + countRecords(publication), 0)
    const isFull = waiting.length >= this.#membersMax || records >= recordsMax || !waiting.every(isShort)
    return waiting.length > 0 && (isFull || this.#isTimeUp || this.#hasEnded)
  }

  /** If a transaction fails, each of its members is tried alone: one is the cause, and must not fail the others. */
  async #publishAll(members: readonly WaitingMember[]): Promise<void> {
    let rest: readonly WaitingMember[] = []
    try {
      const reports = await this.#write(members)
      for (const [at, report] of reports.entries()) members[at]?.resolve(report)
      rest = members.slice(reports.length)
    } catch (thrown) {
      if (members.length === 1 || isFailure(thrown, 'store_unavailable'))
        for (const { reject } of members) reject(thrown)
      else for (const one of members) await this.#publishAll([one])
    }
    if (rest.length > 0) await this.#publishAll(rest)
  }

  /** In one transaction. Returns the reports of the first members, at least one: on SQLite, of those that fit into the time. */
  async #write(members: readonly WaitingMember[]): Promise<MemberReport[]> {
    const { source, lease, signal } = this.#run
    const { readModel } = this.#deps.store
    const { clock } = this.#deps
    const { dialect } = readModel
    const writer = this.#writer
    const write = async (tx: Transaction<ReadModelTables>) => {
      const group = writer.openGroup?.({ tx, dialect })
      const options = { tx, source, writer: group ?? writer, signal }
      const reports: MemberReport[] = []
      const endsAt =
        readModel.engine === 'sqlite' ? clock.monotonic() + sqliteMsMax : Number.POSITIVE_INFINITY
      for (const { publication } of members) {
        reports.push(await writePublication(this.#deps, options, publication))
        if (clock.monotonic() >= endsAt) break
      }
      await group?.end()
      await dialect.bumpVersion(tx, writer.service, clock.now())
      // Last, so that a process that slept past the end of its lease does not overwrite its successor.
      lease.assertHeld()
      return reports
    }
    return await takeTurn(writer, () => readModel.transaction(write, signal))
  }
}

/** A confirmed member has none in memory. */
function countRecords(publication: Publication): number {
  return 'same' in publication ? 0 : publication.mapped.records.length
}

function isShort(publication: Publication): boolean {
  return countRecords(publication) <= shortListMax
}
