/** Takes in one list of one board: new, changed, reopened and missing postings, and the counts beside them. */

import { toInstant } from '../../../core/clock.ts'
import { stableId } from '../../../core/stable-id.ts'
import type { WriteBatch, Writer } from '../../../sync/source.ts'
import type { CloseReason } from '../schema/job-posting.ts'
import type { BoardNote, BoardRecord, Posting } from '../schema/records.ts'
import { type JobRow, type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { type AbsentPosting, type Judgement, judge, missPosting, unknownBoard } from './assess-listing.ts'
import { BlockChanges } from './block-changes.ts'
import { closeDue, type Due, noteClosings } from './close-due-postings.ts'
import { CountChanges, countedColumns } from './count-changes.ts'
import { keysIn, settleSame } from './deduplicate.ts'
import { inChunks } from './in-chunks.ts'
import { contentOf, contentVersion, fingerprintOf, type Label, labelsOf, toRow } from './job-row.ts'

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
    sumUp: closeDue,
  }
}

const keptColumns = [
  'slot',
  'id',
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
  'same_requisition',
  'same_text',
  ...countedColumns,
] as const
type Kept = Pick<JobRow, (typeof keptColumns)[number]>
type AbsenceValues = Pick<JobRow, 'absences' | 'absent_at' | 'held_at' | 'last_seen'>

class BoardPublish {
  readonly #batch: WriteBatch<BoardRecord>
  readonly #platform: Platform
  readonly #tx: JobsTransaction
  readonly #day: string
  readonly #counts = new CountChanges()
  readonly #blocks = new BlockChanges()
  readonly #written: JobRow[] = []
  readonly #labels = new Map<string, Label>()
  /** Of what was and of what is now written. */
  readonly #sameKeys = new Set<string>()
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
    const due = await this.#miss(
      [...stored.values()].filter(({ active }) => active !== jobStates.closed),
      judgement,
    )
    const { sourceId, memberId } = this.#batch
    await noteClosings(this.#tx, sourceId, memberId, due)
    await this.#save()
    const written = this.#written.length
    return { written, unchanged: postings.length - written, removed: due.length }
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
      if (row.active === jobStates.closed && (row.closed_on ?? '') >= since)
        closed.set(row.fingerprint, row.id)
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
    if (before !== undefined && before.active !== jobStates.closed) {
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
        reopened: (before?.reopened ?? 0) + (before?.active === jobStates.closed ? 1 : 0),
        repostOf: before === undefined ? (closed.get(fingerprintOf(posting)) ?? null) : null,
      },
      content,
    )
    if (before !== undefined) this.#counts.remove(before)
    this.#counts.add(row)
    for (const written of before === undefined ? [row] : [before, row])
      for (const key of keysIn(written)) this.#sameKeys.add(key)
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
    if ((stored.get(id)?.active ?? jobStates.closed) !== jobStates.closed) this.#seenAgain.push(id)
    stored.delete(id)
  }

  /** Rules that changed on our side, and details that were read late, are no news. */
  #changedOn(before: Kept | undefined): string {
    if (before === undefined) return this.#day
    if (before.active === jobStates.closed) return this.#day
    const isOurDoing = !before.content_hash.startsWith(`${contentVersion}.`) || before.is_partial === 1
    return isOurDoing ? before.changed_on : this.#day
  }

  /** Counts the absences, and gives what is due to be closed by them. */
  async #miss(missing: readonly Kept[], { absences }: Judgement): Promise<Due[]> {
    if (absences === 'none') return []
    const { capturedAt } = this.#batch
    const due: Due[] = []
    const changed = new Map<string, { readonly values: AbsenceValues; readonly ids: string[] }>()
    for (const row of missing) {
      const lastSeen = row.last_seen ?? this.#goodDay
      const makeDue = (reason: CloseReason) =>
        due.push({ slot: row.slot, reason, closed_on: this.#day, last_seen: lastSeen })
      if (absences === 'closeAll') {
        makeDue('board_gone')
        continue
      }
      const { closed, ...absence } = missPosting(asAbsent(row), absences, capturedAt, this.#day)
      if (closed !== undefined) makeDue(closed)
      const values = {
        absences: absence.absences,
        absent_at: absence.absentAt,
        held_at: absence.heldAt,
        last_seen: lastSeen,
      }
      if (isSameAbsence(row, values)) continue
      const name = Object.values(values).join(' ')
      const alike = changed.get(name)
      if (alike === undefined) changed.set(name, { values, ids: [row.id] })
      else alike.ids.push(row.id)
    }
    for (const { values, ids } of changed.values())
      await inChunks(ids, (chunk) =>
        this.#tx.updateTable('job').set(values).where('id', 'in', chunk).execute(),
      )
    return due
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
    await settleSame(this.#tx, this.#sameKeys)
  }
}

function asAbsent(row: Kept): AbsentPosting {
  return { absences: row.absences, absentAt: row.absent_at, heldAt: row.held_at, closesOn: row.closes_on }
}

function isSameAbsence(before: AbsenceValues, now: AbsenceValues): boolean {
  return (
    before.absences === now.absences &&
    before.absent_at === now.absent_at &&
    before.held_at === now.held_at &&
    before.last_seen === now.last_seen
  )
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
