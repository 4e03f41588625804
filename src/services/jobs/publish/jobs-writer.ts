/** Stores one list of one board: new, changed, reopened and absent postings, and their counts. */

import { toInstant } from '../../../core/clock.ts'
import { isUnusualLoss } from '../../../core/short-list.ts'
import { stableId } from '../../../core/stable-id.ts'
import { chunks } from '../../../store/chunks.ts'
import type { WriteBatch, WriteCounts, Writer } from '../../../sync/source.ts'
import { countedColumns } from '../schema/facets.ts'
import type { JobChangeType } from '../schema/job-change.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import type { BoardNote, BoardRecord, Posting, UnreadableRow } from '../schema/records.ts'
import { type JobRow, type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { assessListing, type ListingAssessment } from './assess-listing.ts'
import { BlockChanges } from './block-changes.ts'
import { readBoard, saveBoard } from './board-state.ts'
import { closeDuePostings, saveDueClosings } from './close-due-postings.ts'
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
import {
  findConfirmedLosses,
  findLostFields,
  type Loss,
  storedFields,
  withStoredFields,
} from './lost-fields.ts'
import { isMarkedAbsent, type PreviousList, recordAbsences } from './record-absences.ts'
import { type PostingChange, recordChanges } from './record-changes.ts'
import { savePostings } from './save-postings.ts'

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
    keyOf(record) {
      if (record.type === 'note') return 'note'
      return 'nativeId' in record ? `posting ${record.nativeId}` : `page ${record.url}`
    },
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
  'title',
  'content_hash',
  'first_seen',
  'changed_on',
  'absences',
  'absent_at',
  'held_at',
  'reopened',
  'is_partial',
  'closed_on',
  'last_seen',
  'seen_at',
  'fingerprint',
  'listed_on',
  'lost_at',
  ...storedFields,
  ...countedColumns,
] as const
type StoredJob = Pick<JobRow, (typeof storedColumns)[number]>

type StoredLoss = Loss & { readonly previous: StoredJob }

class BoardPublisher {
  readonly #batch: WriteBatch<BoardRecord>
  readonly #platform: Platform
  readonly #tx: JobsTransaction
  readonly #day: string
  readonly #counts = new CountChanges()
  readonly #blocks = new BlockChanges()
  readonly #written: JobRow[] = []
  readonly #changes: PostingChange[] = []
  readonly #labels = new Map<string, FacetLabel>()
  /** The keys of changed postings before and after the change. */
  readonly #duplicateKeys = new Set<string>()
  #relistedIds: string[] = []
  readonly #losses: StoredLoss[] = []
  #lossProblem: string | undefined
  /** Postings that lack a field for the first time, and those that have it again. */
  readonly #lostIds: string[] = []
  readonly #restoredIds: string[] = []
  /** Rows that stay although the list lacks them or parts of them. */
  #held = 0
  /** Date and time of the board's previous list. */
  #listed: PreviousList = { day: null, at: null }

  constructor(batch: WriteBatch<BoardRecord>, platform: Platform) {
    this.#batch = batch
    this.#platform = platform
    this.#tx = batch.tx.withTables<JobsTables>() as JobsTransaction
    this.#day = toInstant(batch.capturedAt).slice(0, 10)
  }

  async write(): Promise<WriteCounts> {
    const { records, dialect } = this.#batch
    await dialect.lock(this.#batch.tx, 'job counts')
    await this.#blocks.loadNextSlot(this.#tx)
    const postings = records.filter((record): record is Posting => record.type === 'posting')
    const note = records.find((record): record is BoardNote => record.type === 'note')
    const storedRows = await this.#readStored()
    const stored = new Map(storedRows.map((row) => [row.id, row]))
    const unreadable = records.filter((record): record is UnreadableRow => record.type === 'listed')
    const unreadableIds = await this.#findStored(unreadable, postings, stored)
    const assessment = await this.#assess(postings, unreadable.length, unreadableIds, stored, note)
    const closedByFingerprint = this.#closedByFingerprint(stored.values())
    if (!assessment.isForeign)
      for (const posting of await this.#fillReopened(postings, stored))
        this.#publishPosting(posting, stored, closedByFingerprint, assessment)
    this.#publishLosses(storedRows)
    for (const id of unreadableIds) this.#markListed(id, stored)
    const missing = [...stored.values()].filter(({ active }) => active !== jobStates.closed)
    const due = await recordAbsences(this.#tx, missing, assessment.absences, {
      capturedAt: this.#batch.capturedAt,
      day: this.#day,
      previousList: this.#listed,
    })
    const { sourceId, memberId } = this.#batch
    await saveDueClosings(this.#tx, sourceId, memberId, due)
    await this.#save()
    const written = this.#written.length
    const problem = findProblem(assessment, note, unreadableIds.length) ?? this.#lossProblem
    return {
      written,
      unchanged: postings.length - written,
      removed: due.length,
      held: this.#held + missing.length - due.length,
      // Its postings stay for some days, but it is not silently empty.
      ...(assessment.state === 'gone' ? { gone: 1 } : {}),
      ...(problem === undefined ? {} : { problem }),
    }
  }

  /** A posting that returns without its details has those of its closed row. */
  async #fillReopened(
    postings: readonly Posting[],
    stored: ReadonlyMap<string, StoredJob>,
  ): Promise<readonly Posting[]> {
    const { sourceId, memberId } = this.#batch
    const reopened = new Map<string, Posting>()
    for (const posting of postings) {
      const id = stableId('jp', sourceId, memberId, posting.nativeId)
      if (posting.isPartial && stored.get(id)?.active === jobStates.closed) reopened.set(id, posting)
    }
    if (reopened.size === 0) return postings
    const filled = new Map<Posting, Posting>()
    for (const ids of chunks(reopened.keys())) {
      for (const { id, doc } of await this.#selectStored()
        .select(['id', 'doc'])
        .where('id', 'in', ids)
        .execute()) {
        const posting = reopened.get(id)
        if (posting) filled.set(posting, withStoredFields(posting, JSON.parse(doc) as StoredJobPosting))
      }
    }
    return postings.map((posting) => filled.get(posting) ?? posting)
  }

  /** The ids of stored active postings among the rows that could not be read. */
  async #findStored(
    unreadable: readonly UnreadableRow[],
    postings: readonly Posting[],
    stored: ReadonlyMap<string, StoredJob>,
  ): Promise<string[]> {
    const { sourceId, memberId } = this.#batch
    const idOf = ({ nativeId }: { nativeId: string }) => stableId('jp', sourceId, memberId, nativeId)
    const pages = new Map(unreadable.flatMap((row) => ('url' in row ? [[row.url, row.repeats]] : [])))
    const ids = unreadable.flatMap((row) => ('nativeId' in row ? [idOf(row)] : []))
    const docs = pages.size === 0 ? [] : await this.#selectStored().select(['id', 'doc']).execute()
    const readIds = new Set(pages.size === 0 ? [] : postings.map(idOf))
    for (const { id, doc } of docs) {
      const { url, title } = JSON.parse(doc) as StoredJobPosting
      if (pages.has(url) && pages.get(url) !== title && !readIds.has(id)) ids.push(id)
    }
    return ids.filter((id) => (stored.get(id)?.active ?? jobStates.closed) !== jobStates.closed)
  }

  async #assess(
    postings: readonly Posting[],
    unreadable: number,
    unreadableIds: readonly string[],
    stored: ReadonlyMap<string, StoredJob>,
    note: BoardNote | undefined,
  ): Promise<ListingAssessment> {
    const { sourceId, memberId, capturedAt } = this.#batch
    const active = [...stored.values()].filter((row) => row.active !== jobStates.closed)
    const titles = new Map(
      postings.map(({ nativeId, title }) => [
        stableId('jp', sourceId, memberId, nativeId),
        title.normalize('NFKC'),
      ]),
    )
    const { board, goodDay, listedAt } = await readBoard(this.#tx, sourceId, memberId)
    this.#listed = { day: listedAt === null ? goodDay : toInstant(listedAt).slice(0, 10), at: listedAt }
    const verdict = note === undefined || note.verdict === 'details' ? 'complete' : note.verdict
    const assessment = assessListing(board, {
      verdict,
      count: postings.length + unreadable,
      known: active.length,
      common: active.filter(({ id, title }) => titles.get(id) === title).length + unreadableIds.length,
      day: this.#day,
      zeroDaysMin: this.#platform.zeroDaysMin,
    })
    await saveBoard(this.#tx, sourceId, memberId, {
      assessment,
      reason: note?.reason ?? assessment.reason ?? null,
      goodDay: assessment.state === 'ok' ? this.#day : goodDay,
      listedAt: assessment.state === 'gone' || assessment.isForeign ? listedAt : capturedAt,
      attemptedAt: capturedAt,
    })
    return assessment
  }

  async #readStored(): Promise<StoredJob[]> {
    return await this.#selectStored().select(storedColumns).execute()
  }

  #selectStored() {
    const { sourceId, memberId } = this.#batch
    return this.#tx.selectFrom('job').where('source_id', '=', sourceId).where('member_id', '=', memberId)
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
    { isReplaced }: ListingAssessment,
  ): void {
    const { sourceId, memberId } = this.#batch
    const id = stableId('jp', sourceId, memberId, posting.nativeId)
    const previous = stored.get(id)
    stored.delete(id)
    // It has lost nothing: the stored row is about another posting.
    const isAnother = isReplaced === true && previous?.title !== posting.title.normalize('NFKC')
    const content = contentHashOf(posting)
    if (previous !== undefined && previous.active !== jobStates.closed) {
      if (isMarkedAbsent(previous)) this.#relistedIds.push(id)
      if (previous.content_hash === content) {
        if (previous.lost_at !== null) this.#restoredIds.push(id)
        return
      }
      // Stored details stay if they could not be fetched this time.
      if (posting.isPartial && previous.is_partial === 0 && !isAnother) {
        if (!posting.hasRecentDetails) this.#held += 1
        return
      }
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
    if (previous !== undefined && previous.active !== jobStates.closed && !isAnother) {
      const fields = findLostFields(previous, row, isOfThisVersion(previous))
      if (fields.length > 0) {
        this.#losses.push({ posting, previous, row, fields })
        return
      }
    }
    this.#put(posting, previous, row)
  }

  #put(posting: Posting, previous: StoredJob | undefined, row: JobRow): void {
    if (previous !== undefined) this.#counts.remove(previous)
    this.#counts.add(row)
    for (const written of previous === undefined ? [row] : [previous, row])
      for (const key of duplicateKeysOf(written)) this.#duplicateKeys.add(key)
    this.#blocks.put(row)
    for (const label of facetLabelsOf(posting, this.#platform.atsName)) {
      const name = `${label.field} ${label.key}`
      if (!this.#labels.has(name)) this.#labels.set(name, label)
    }
    this.#written.push(row)
    const type = this.#changeType(previous)
    if (type !== undefined) this.#changes.push({ type, jobId: row.id })
  }

  /** The stored row stays until another list confirms the loss. */
  #publishLosses(stored: readonly StoredJob[]): void {
    const active = stored.filter((row) => row.active !== jobStates.closed)
    const confirmed = findConfirmedLosses(this.#losses, active, this.#batch.capturedAt)
    const held = this.#losses.length - confirmed.size
    if (isUnusualLoss(held, active.length)) this.#lossProblem = `${held} postings lack fields that they had`
    for (const loss of this.#losses) {
      const { posting, previous, row } = loss
      if (confirmed.has(loss)) this.#put(posting, previous, row)
      else {
        if (previous.lost_at === null) this.#lostIds.push(row.id)
        this.#held += 1
      }
    }
  }

  #markListed(id: string, stored: Map<string, StoredJob>): void {
    this.#relistedIds.push(id)
    this.#held += 1
    stored.delete(id)
  }

  #changedOn(previous: StoredJob | undefined): string {
    return previous === undefined || this.#changeType(previous) !== undefined
      ? this.#day
      : previous.changed_on
  }

  /** Undefined for a new content version and for details that arrive late, which do not count as a change. */
  #changeType(previous: StoredJob | undefined): JobChangeType | undefined {
    if (previous === undefined) return 'opened'
    if (previous.active === jobStates.closed) return 'reopened'
    const isInternal = !isOfThisVersion(previous) || previous.is_partial === 1
    return isInternal ? undefined : 'changed'
  }

  async #save(): Promise<void> {
    const { dialect, capturedAt } = this.#batch
    await savePostings(this.#tx, dialect, {
      written: this.#written,
      labels: this.#labels.values(),
      relistedIds: this.#relistedIds,
      lostIds: this.#lostIds,
      restoredIds: this.#restoredIds,
      capturedAt,
    })
    await this.#counts.write(this.#tx)
    await this.#blocks.write(this.#tx)
    await deduplicate(this.#tx, this.#duplicateKeys)
    await recordChanges(this.#tx, capturedAt, this.#changes)
  }
}

/** Whether the row was normalised by the rules of today. */
function isOfThisVersion({ content_hash }: StoredJob): boolean {
  return content_hash.startsWith(`${contentVersion}.`)
}

/** Why the list is not complete or not believed. */
function findProblem(
  { state, reason, absences }: ListingAssessment,
  note: BoardNote | undefined,
  unreadable: number,
): string | undefined {
  // That a board is gone is believed after some days; then it is a fact, not a problem.
  if (absences === 'closeAll') return undefined
  if (state !== 'ok' || note !== undefined) return note?.reason ?? reason
  return unreadable > 0 ? `${unreadable} postings could not be read` : undefined
}
