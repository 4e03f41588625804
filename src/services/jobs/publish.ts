/** Takes in one list of one board: new, changed, reopened and missing postings, and the counts beside them. */

import { toInstant } from '../../core/clock.ts'
import { stableId } from '../../core/ids.ts'
import type { WriteBatch, Writer } from '../../sync/source.ts'
import { BlockChanges } from './block-changes.ts'
import { CountChanges } from './counts.ts'
import {
  type AbsentPosting,
  isFleetTroubled,
  type Judgement,
  judge,
  missPosting,
  unknownBoard,
} from './life.ts'
import type { BoardNote, BoardRecord, Posting } from './records.ts'
import { contentOf, contentVersion, fingerprintOf, type Label, labelsOf, toRow } from './row.ts'
import type { closeReasons, JobPosting } from './schema.ts'
import type { JobRow, JobsTables, JobsTransaction } from './tables.ts'

const service = 'jobs'
const repostWithinMs = 30 * 86_400_000

/** Of a platform: its name as readers know it, and how often an empty list has to be seen. */
export interface Platform {
  readonly name: string
  readonly zeroDaysMin: number
}

export function jobsWriter(platforms: ReadonlyMap<string, Platform>): Writer<BoardRecord> {
  return {
    service,
    keyOf: (record) => (record.type === 'note' ? 'note' : `posting ${record.nativeId}`),
    async write(batch) {
      const platform = platforms.get(batch.sourceId)
      if (platform === undefined) throw new TypeError(`no platform is called ${batch.sourceId}`)
      return await new BoardPublish(batch, platform).write()
    },
  }
}

const keptColumns = [
  'slot',
  'id',
  'active',
  'content_hash',
  'first_seen',
  'changed_on',
  'absences',
  'absent_at',
  'held_at',
  'reopened',
  'is_partial',
  'closes_on',
  'closed_on',
  'last_seen',
  'fingerprint',
  'listed_on',
  'cities',
  'regions',
  'countries',
  'department_key',
  'company_key',
  'ats_key',
  'workplace_key',
  'employment_key',
] as const
type Kept = Pick<JobRow, (typeof keptColumns)[number]>

class BoardPublish {
  readonly #batch: WriteBatch<BoardRecord>
  readonly #platform: Platform
  readonly #tx: JobsTransaction
  readonly #day: string
  readonly #counts = new CountChanges()
  readonly #blocks = new BlockChanges()
  readonly #written: JobRow[] = []
  readonly #labels = new Map<string, Label>()
  #seenAgain: string[] = []
  /** When the board last listed what it lacks now. */
  #goodDay: string | null = null

  constructor(batch: WriteBatch<BoardRecord>, platform: Platform) {
    this.#batch = batch
    this.#platform = platform
    this.#tx = batch.tx.withTables<JobsTables>() as JobsTransaction
    this.#day = toInstant(batch.capturedAt).slice(0, 10)
  }

  async write(): Promise<{ written: number; unchanged: number; removed: number }> {
    const { records, dialect } = this.#batch
    await dialect.lock(this.#batch.tx, 'job counts')
    await this.#blocks.open(this.#tx)
    const postings = records.filter((record): record is Posting => record.type === 'posting')
    const note = records.find((record): record is BoardNote => record.type === 'note')
    const listed = records.filter((record) => record.type === 'listed')
    const judgement = await this.#judge(postings.length + listed.length, note)
    const stored = new Map((await this.#readStored()).map((row) => [row.id, row]))
    const closedByFingerprint = this.#repostable(stored.values())
    for (const posting of postings) this.#see(posting, stored, closedByFingerprint)
    for (const { nativeId } of listed) this.#seeUnread(nativeId, stored)
    const removed = await this.#miss(
      [...stored.values()].filter(({ active }) => active === 1),
      judgement,
    )
    await this.#save()
    return { written: this.#written.length, unchanged: postings.length - this.#written.length, removed }
  }

  async #judge(count: number, note: BoardNote | undefined): Promise<Judgement> {
    const { sourceId, memberId, capturedAt } = this.#batch
    const known = await this.#tx
      .selectFrom('job_board')
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    const board =
      known === undefined
        ? unknownBoard
        : {
            goodCount: known.good_count,
            heldCount: known.held_count,
            zeroDays: known.zero_days,
            zeroDay: known.zero_day,
            goneSince: known.gone_since,
          }
    this.#goodDay = known?.good_day ?? null
    const verdict = note?.verdict ?? 'complete'
    const judgement = judge(board, {
      verdict,
      count,
      day: this.#day,
      zeroDaysMin: this.#platform.zeroDaysMin,
    })
    const { next } = judgement
    const state = {
      state: judgement.state,
      reason: note?.reason ?? judgement.reason ?? null,
      good_count: next.goodCount,
      good_day: judgement.state === 'ok' ? this.#day : this.#goodDay,
      held_count: next.heldCount,
      zero_days: next.zeroDays,
      zero_day: next.zeroDay,
      gone_since: next.goneSince,
      attempted_at: capturedAt,
    }
    await this.#tx
      .insertInto('job_board')
      .values({ source_id: sourceId, member_id: memberId, ...state })
      .onConflict((conflict) => conflict.columns(['source_id', 'member_id']).doUpdateSet(state))
      .execute()
    return judgement
  }

  async #readStored(): Promise<Kept[]> {
    const { sourceId, memberId } = this.#batch
    return await this.#tx
      .selectFrom('job')
      .select(keptColumns)
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .execute()
  }

  #repostable(stored: Iterable<Kept>): Map<string, string> {
    const since = toInstant(this.#batch.capturedAt - repostWithinMs).slice(0, 10)
    const closed = new Map<string, string>()
    for (const row of stored) {
      if (row.active === 0 && (row.closed_on ?? '') >= since) closed.set(row.fingerprint, row.id)
    }
    return closed
  }

  /** Takes the posting out of `stored`: what is left there was not seen. */
  #see(posting: Posting, stored: Map<string, Kept>, closed: ReadonlyMap<string, string>): void {
    const { sourceId, memberId } = this.#batch
    const id = stableId('jp', sourceId, memberId, posting.nativeId)
    const before = stored.get(id)
    stored.delete(id)
    const content = contentOf(posting)
    if (before !== undefined && before.active === 1) {
      if (before.absences > 0 || before.held_at !== null) this.#seenAgain.push(id)
      const isSame = before.content_hash === content
      // Details that could not be read today are still as they were.
      if (isSame || (posting.isPartial && before.is_partial === 0)) return
    }
    const ats = this.#platform.name
    const row = toRow(
      posting,
      {
        slot: before?.slot ?? this.#blocks.newSlot(),
        id,
        sourceId,
        memberId,
        ats,
        firstSeen: before?.first_seen ?? this.#day,
        changedOn: this.#changedOn(before),
        reopened: (before?.reopened ?? 0) + (before?.active === 0 ? 1 : 0),
        repostOf: before === undefined ? (closed.get(fingerprintOf(posting)) ?? null) : null,
      },
      content,
    )
    if (before !== undefined) this.#counts.remove(before)
    this.#counts.add(row)
    this.#blocks.put(row)
    for (const label of labelsOf(posting, ats)) {
      const name = `${label.field} ${label.key}`
      if (!this.#labels.has(name)) this.#labels.set(name, label)
    }
    this.#written.push(row)
  }

  #seeUnread(nativeId: string, stored: Map<string, Kept>): void {
    const { sourceId, memberId } = this.#batch
    const id = stableId('jp', sourceId, memberId, nativeId)
    if (stored.get(id)?.active === 1) this.#seenAgain.push(id)
    stored.delete(id)
  }

  /** Rules that changed on our side, and details that were read late, are no news. */
  #changedOn(before: Kept | undefined): string {
    if (before === undefined) return this.#day
    if (before.active === 0) return this.#day
    const isOurDoing = !before.content_hash.startsWith(`${contentVersion}.`) || before.is_partial === 1
    return isOurDoing ? before.changed_on : this.#day
  }

  async #miss(missing: readonly Kept[], { absences }: Judgement): Promise<number> {
    if (absences === 'none' || missing.length === 0) return 0
    const { capturedAt } = this.#batch
    const mayClose = !(await this.#isFleetTroubled())
    let closed = 0
    for (const row of missing) {
      if (absences === 'closeAll') {
        if (!mayClose) continue
        await this.#close(row, 'board_gone')
        closed += 1
        continue
      }
      const absence = missPosting(asAbsent(row), absences, capturedAt, this.#day, mayClose)
      if (absence.closed !== undefined) {
        await this.#close(row, absence.closed)
        closed += 1
      } else {
        await this.#tx
          .updateTable('job')
          .set({
            absences: absence.absences,
            absent_at: absence.absentAt,
            held_at: absence.heldAt,
            last_seen: row.last_seen ?? this.#goodDay,
          })
          .where('id', '=', row.id)
          .execute()
      }
    }
    return closed
  }

  async #isFleetTroubled(): Promise<boolean> {
    const { sourceId, capturedAt } = this.#batch
    const boards = await this.#tx
      .selectFrom('job_board')
      .select(['state', 'attempted_at'])
      .where('source_id', '=', sourceId)
      .execute()
    return isFleetTroubled(
      boards.map((board) => ({ state: board.state, attemptedAt: board.attempted_at })),
      capturedAt,
    )
  }

  /** It stays readable, and keeps its id for the day it comes back. */
  async #close(row: Kept, reason: (typeof closeReasons)[number]): Promise<void> {
    const { doc } = await this.#tx
      .selectFrom('job')
      .select('doc')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const lastSeen = row.last_seen ?? this.#goodDay
    const job: JobPosting = {
      ...(JSON.parse(doc) as JobPosting),
      status: 'closed',
      closed_on: this.#day,
      close_reason: reason,
      last_seen: lastSeen,
    }
    await this.#tx
      .updateTable('job')
      .set({
        active: 0,
        closed_on: this.#day,
        last_seen: lastSeen,
        absences: 0,
        absent_at: null,
        held_at: null,
        hash: `closed ${this.#day}`,
        doc: JSON.stringify(job),
      })
      .where('id', '=', row.id)
      .execute()
    await this.#tx.updateTable('job_place').set({ active: 0 }).where('job_id', '=', row.id).execute()
    this.#counts.remove(row)
    this.#counts.add({ ...row, active: 0 })
    this.#blocks.close(row.slot)
  }

  async #save(): Promise<void> {
    const { dialect, tx } = this.#batch
    await inChunks(this.#seenAgain, (ids) =>
      this.#tx
        .updateTable('job')
        .set({ absences: 0, absent_at: null, held_at: null, last_seen: null })
        .where('id', 'in', ids)
        .execute(),
    )
    await dialect.upsertChanged(tx, 'job', ['id'], this.#written.values().map(asBindable))
    await inChunks(
      this.#written.values().map(({ id }) => id),
      (ids) => this.#tx.deleteFrom('job_place').where('job_id', 'in', ids).execute(),
    )
    await inChunks(this.#written.values().flatMap(placesOf), (rows) =>
      this.#tx.insertInto('job_place').values(rows).execute(),
    )
    await inChunks([...this.#labels.values()], (labels) =>
      this.#tx
        .insertInto('job_label')
        .values(labels)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    await this.#counts.write(this.#tx)
    await this.#blocks.write(this.#tx)
  }
}

function asAbsent(row: Kept): AbsentPosting {
  return { absences: row.absences, absentAt: row.absent_at, heldAt: row.held_at, closesOn: row.closes_on }
}

function asBindable(row: JobRow): Record<string, string | number | null> {
  return { ...row }
}

function placesOf(row: JobRow): JobsTables['job_place'][] {
  const terms = [
    ...barred('city', row.cities),
    ...barred('region', row.regions),
    ...barred('country', row.countries),
  ]
  return terms.map((term) => ({ term, active: row.active, listed_on: row.listed_on, job_id: row.id }))
}

function barred(field: string, list: string): string[] {
  return list.split('|').flatMap((key) => (key === '' ? [] : [`${field}:${key}`]))
}

const chunkSize = 300

/** Taken as they are needed: of a large board, copies of all rows would be a lot. */
async function inChunks<Item>(
  items: Iterable<Item>,
  work: (chunk: Item[]) => Promise<unknown>,
): Promise<void> {
  let chunk: Item[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < chunkSize) continue
    await work(chunk)
    chunk = []
  }
  if (chunk.length > 0) await work(chunk)
}
