/** Stores one list of one board: new, changed, reopened and absent postings, and their counts. */

import { toInstant } from '../../../core/clock.ts'
import { stableId } from '../../../core/stable-id.ts'
import { chunks } from '../../../store/chunks.ts'
import type { WriteBatch, Writer } from '../../../sync/source.ts'
import { countedColumns, facetKeysOf, scopeKey } from '../schema/facets.ts'
import type { CloseReason } from '../schema/job-posting.ts'
import type { BoardNote, BoardRecord, Posting } from '../schema/records.ts'
import { type JobRow, type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import {
  type AbsentPosting,
  assessListing,
  type ListingAssessment,
  newBoard,
  nextAbsence,
} from './assess-listing.ts'
import { BlockChanges } from './block-changes.ts'
import { closeDuePostings, type DueClosing, saveDueClosings } from './close-due-postings.ts'
import { CountChanges } from './count-changes.ts'
import { deduplicate, duplicateKeysOf } from './deduplicate.ts'
import {
  contentHashOf,
  contentVersion,
  type FacetLabel,
  facetLabelsOf,
  fingerprintOf,
  toJobRow,
} from './job-row.ts'

const service = 'jobs'
const repostWithinMs = 30 * 86_400_000

export interface Platform {
  /** The id of its source. */
  readonly id: string
  /** The `ats` of its postings. */
  readonly atsName: string
  /** Number of days on which a board must be empty before that is accepted. */
  readonly zeroDaysMin: number
}

export function createJobsWriter(platforms: readonly Platform[]): Writer<BoardRecord> {
  return {
    service,
    keyOf: (record) => (record.type === 'note' ? 'note' : `posting ${record.nativeId}`),
    async write(batch) {
      const platform = platforms.find(({ id }) => id === batch.sourceId)
      if (platform === undefined) throw new TypeError(`unknown job platform ${batch.sourceId}`)
      return await new BoardPublisher(batch, platform).write()
    },
    finalizeRun: closeDuePostings,
  }
}

const storedColumns = [
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
type StoredJob = Pick<JobRow, (typeof storedColumns)[number]>
type AbsenceValues = Pick<JobRow, 'absences' | 'absent_at' | 'held_at' | 'last_seen'>

class BoardPublisher {
  readonly #batch: WriteBatch<BoardRecord>
  readonly #platform: Platform
  readonly #tx: JobsTransaction
  readonly #day: string
  readonly #counts = new CountChanges()
  readonly #blocks = new BlockChanges()
  readonly #written: JobRow[] = []
  readonly #labels = new Map<string, FacetLabel>()
  /** The keys of changed postings before and after the change. */
  readonly #duplicateKeys = new Set<string>()
  #relistedIds: string[] = []
  /** Date of the board's last accepted list. */
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
    await this.#blocks.loadNextSlot(this.#tx)
    const postings = records.filter((record): record is Posting => record.type === 'posting')
    const note = records.find((record): record is BoardNote => record.type === 'note')
    const listed = records.filter((record) => record.type === 'listed')
    const assessment = await this.#assess(postings.length + listed.length, note)
    const stored = new Map((await this.#readStored()).map((row) => [row.id, row]))
    const closedByFingerprint = this.#closedByFingerprint(stored.values())
    for (const posting of postings) this.#publishPosting(posting, stored, closedByFingerprint)
    for (const { nativeId } of listed) this.#markListed(nativeId, stored)
    const due = await this.#recordAbsences(
      [...stored.values()].filter(({ active }) => active !== jobStates.closed),
      assessment,
    )
    const { sourceId, memberId } = this.#batch
    await saveDueClosings(this.#tx, sourceId, memberId, due)
    await this.#save()
    const written = this.#written.length
    return { written, unchanged: postings.length - written, removed: due.length }
  }

  async #assess(count: number, note: BoardNote | undefined): Promise<ListingAssessment> {
    const { sourceId, memberId, capturedAt } = this.#batch
    const storedBoard = await this.#tx
      .selectFrom('job_board')
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    const board =
      storedBoard === undefined
        ? newBoard
        : {
            goodCount: storedBoard.good_count,
            heldCount: storedBoard.held_count,
            zeroDays: storedBoard.zero_days,
            zeroDay: storedBoard.zero_day,
            goneSince: storedBoard.gone_since,
          }
    this.#goodDay = storedBoard?.good_day ?? null
    const verdict = note?.verdict ?? 'complete'
    const assessment = assessListing(board, {
      verdict,
      count,
      day: this.#day,
      zeroDaysMin: this.#platform.zeroDaysMin,
    })
    const { next } = assessment
    const state = {
      state: assessment.state,
      reason: note?.reason ?? assessment.reason ?? null,
      good_count: next.goodCount,
      good_day: assessment.state === 'ok' ? this.#day : this.#goodDay,
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
    return assessment
  }

  async #readStored(): Promise<StoredJob[]> {
    const { sourceId, memberId } = this.#batch
    return await this.#tx
      .selectFrom('job')
      .select(storedColumns)
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .execute()
  }

  #closedByFingerprint(stored: Iterable<StoredJob>): Map<string, string> {
    const since = toInstant(this.#batch.capturedAt - repostWithinMs).slice(0, 10)
    const closed = new Map<string, string>()
    for (const row of stored) {
      if (row.active === jobStates.closed && (row.closed_on ?? '') >= since)
        closed.set(row.fingerprint, row.id)
    }
    return closed
  }

  /** Removes the posting from `stored`, so that the absent ones are left. */
  #publishPosting(
    posting: Posting,
    stored: Map<string, StoredJob>,
    closed: ReadonlyMap<string, string>,
  ): void {
    const { sourceId, memberId } = this.#batch
    const id = stableId('jp', sourceId, memberId, posting.nativeId)
    const previous = stored.get(id)
    stored.delete(id)
    const content = contentHashOf(posting)
    if (previous !== undefined && previous.active !== jobStates.closed) {
      if (previous.absences > 0 || previous.held_at !== null) this.#relistedIds.push(id)
      const isSame = previous.content_hash === content
      // Stored details stay if they could not be fetched this time.
      if (isSame || (posting.isPartial && previous.is_partial === 0)) return
    }
    const ats = this.#platform.atsName
    const row = toJobRow(
      posting,
      {
        slot: previous?.slot ?? this.#blocks.allocateSlot(),
        id,
        sourceId,
        memberId,
        ats,
        firstSeen: previous?.first_seen ?? this.#day,
        changedOn: this.#changedOn(previous),
        reopened: (previous?.reopened ?? 0) + (previous?.active === jobStates.closed ? 1 : 0),
        repostOf: previous === undefined ? (closed.get(fingerprintOf(posting)) ?? null) : null,
      },
      content,
    )
    if (previous !== undefined) this.#counts.remove(previous)
    this.#counts.add(row)
    for (const written of previous === undefined ? [row] : [previous, row])
      for (const key of duplicateKeysOf(written)) this.#duplicateKeys.add(key)
    this.#blocks.put(row)
    for (const label of facetLabelsOf(posting, ats)) {
      const name = `${label.field} ${label.key}`
      if (!this.#labels.has(name)) this.#labels.set(name, label)
    }
    this.#written.push(row)
  }

  #markListed(nativeId: string, stored: Map<string, StoredJob>): void {
    const { sourceId, memberId } = this.#batch
    const id = stableId('jp', sourceId, memberId, nativeId)
    if ((stored.get(id)?.active ?? jobStates.closed) !== jobStates.closed) this.#relistedIds.push(id)
    stored.delete(id)
  }

  /** A new content version and details that arrive late do not count as a change. */
  #changedOn(previous: StoredJob | undefined): string {
    if (previous === undefined) return this.#day
    if (previous.active === jobStates.closed) return this.#day
    const isInternal = !previous.content_hash.startsWith(`${contentVersion}.`) || previous.is_partial === 1
    return isInternal ? previous.changed_on : this.#day
  }

  /** Updates the absences, and returns the postings that are due to be closed. */
  async #recordAbsences(
    missing: readonly StoredJob[],
    { absences }: ListingAssessment,
  ): Promise<DueClosing[]> {
    if (absences === 'none') return []
    const { capturedAt } = this.#batch
    const due: DueClosing[] = []
    const groups = new Map<string, { readonly values: AbsenceValues; readonly ids: string[] }>()
    for (const row of missing) {
      const lastSeen = row.last_seen ?? this.#goodDay
      const markDue = (reason: CloseReason) =>
        due.push({ slot: row.slot, reason, closed_on: this.#day, last_seen: lastSeen })
      if (absences === 'closeAll') {
        markDue('board_gone')
        continue
      }
      const { closed, ...absence } = nextAbsence(toAbsentPosting(row), absences, capturedAt, this.#day)
      if (closed !== undefined) markDue(closed)
      const values = {
        absences: absence.absences,
        absent_at: absence.absentAt,
        held_at: absence.heldAt,
        last_seen: lastSeen,
      }
      if (isSameAbsence(row, values)) continue
      const groupKey = Object.values(values).join(' ')
      const group = groups.get(groupKey)
      if (group === undefined) groups.set(groupKey, { values, ids: [row.id] })
      else group.ids.push(row.id)
    }
    for (const { values, ids } of groups.values())
      for (const chunk of chunks(ids))
        await this.#tx.updateTable('job').set(values).where('id', 'in', chunk).execute()
    return due
  }

  async #save(): Promise<void> {
    const { dialect, tx } = this.#batch
    for (const ids of chunks(this.#relistedIds))
      await this.#tx
        .updateTable('job')
        .set({ absences: 0, absent_at: null, held_at: null, last_seen: null })
        .where('id', 'in', ids)
        .execute()
    await dialect.upsertChanged(tx, 'job', ['id'], this.#written)
    for (const rows of chunks(this.#written))
      await this.#tx
        .deleteFrom('job_place')
        .where(
          'job_id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    for (const rows of chunks(this.#written.values().flatMap(toPlaceRows)))
      await this.#tx.insertInto('job_place').values(rows).execute()
    for (const labels of chunks(this.#labels.values()))
      await this.#tx
        .insertInto('job_label')
        .values(labels)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await this.#counts.write(this.#tx)
    await this.#blocks.write(this.#tx)
    await deduplicate(this.#tx, this.#duplicateKeys)
  }
}

function toAbsentPosting(row: StoredJob): AbsentPosting {
  return { absences: row.absences, absentAt: row.absent_at, heldAt: row.held_at, closesOn: row.closes_on }
}

function isSameAbsence(previous: AbsenceValues, next: AbsenceValues): boolean {
  return (
    previous.absences === next.absences &&
    previous.absent_at === next.absent_at &&
    previous.held_at === next.held_at &&
    previous.last_seen === next.last_seen
  )
}

function toPlaceRows(row: JobRow): JobsTables['job_place'][] {
  const { active, listed_on, id: job_id } = row
  return (['city', 'region', 'country'] as const).flatMap((field) =>
    facetKeysOf(row, field).map((key) => ({ term: scopeKey(field, key), active, listed_on, job_id })),
  )
}
