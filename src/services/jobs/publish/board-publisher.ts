/** Stores one list of one board: new, changed, reopened and absent postings. */

import { toInstant } from '../../../core/clock.ts'
import { isUnusualLoss } from '../../../core/short-list.ts'
import type { ChangeBatch } from '../../../store/changes/change-batch.ts'
import type { WriteBatch, WriteCounts } from '../../../sync/source.ts'
import { toColumnText } from '../schema/column-text.ts'
import type { PostingChangeType } from '../schema/job-change.ts'
import type { BoardNote, BoardRecord, Posting, SamePosting, UnreadableRow } from '../schema/records.ts'
import { type JobRow, type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { assessListing, type ListingAssessment } from './assess-listing.ts'
import type { BlockChanges } from './block-changes.ts'
import { readBoard, saveBoard } from './board-state.ts'
import { saveDueClosings } from './close-due-postings.ts'
import { deduplicate, duplicateKeysOf } from './deduplicate.ts'
import { contentHashOf, type FacetLabel, facetLabelsOf, fingerprintOf, toJobRow } from './job-row.ts'
import { changedFields, logDifference, logPosting } from './log-postings.ts'
import { findConfirmedLosses, findLostFields, type Loss } from './lost-fields.ts'
import { isMarkedAbsent, type PreviousList, recordAbsences } from './record-absences.ts'
import { savePostings } from './save-postings.ts'
import { isActive, isOfThisVersion, type KnownJob, type StoredJob, StoredJobs } from './stored-jobs.ts'
import { listFullBlocks } from './texts/list-texts.ts'
import { saveDescriptions } from './texts/save-descriptions.ts'

export interface Platform {
  /** The id of its source. */
  readonly id: string
  /** The `ats` of its postings. */
  readonly atsName: string
  /** Number of days on which a board must be empty before that is accepted. */
  readonly zeroDaysMin: number
}

type StoredLoss = Loss & { readonly previous: StoredJob }

/** The records of a list by their type. */
interface Listed {
  readonly postings: readonly Posting[]
  readonly same: readonly SamePosting[]
  /** Stored postings about which nothing else is said now. */
  readonly sameIds: ReadonlySet<string>
  readonly unreadable: readonly UnreadableRow[]
  /** Stored postings among those that cannot be read. */
  readonly unreadableIds: readonly string[]
  readonly note: BoardNote | undefined
}

export class BoardPublisher {
  readonly #batch: WriteBatch<BoardRecord>
  readonly #platform: Platform
  readonly #tx: JobsTransaction
  readonly #day: string
  readonly #blocks: BlockChanges
  readonly #log: ChangeBatch
  readonly #written: JobRow[] = []
  /** By slot; undefined for postings that no longer have one. */
  readonly #descriptions = new Map<number, string | undefined>()
  readonly #labels = new Map<string, FacetLabel>()
  /** The keys of changed postings before and after the change. */
  readonly #duplicateKeys = new Set<string>()
  #relistedIds: string[] = []
  readonly #losses: StoredLoss[] = []
  #lossProblem: string | undefined
  /** Postings that lack a field for the first time, and those that have it again. */
  readonly #lostIds: string[] = []
  readonly #restoredIds: string[] = []
  /** The digests of postings that are the same although the board says something else. */
  readonly #sourceHashes = new Map<string, string>()
  /** Rows that stay although the list lacks them or parts of them. */
  #held = 0
  /** Date and time of the board's previous list. */
  #previousList: PreviousList = { day: null, at: null }

  /** The caller writes `blocks` and `log` after the last board of the transaction. */
  constructor(batch: WriteBatch<BoardRecord>, platform: Platform, blocks: BlockChanges, log: ChangeBatch) {
    this.#batch = batch
    this.#blocks = blocks
    this.#log = log
    this.#platform = platform
    this.#tx = batch.tx.withTables<JobsTables>() as JobsTransaction
    this.#day = toInstant(batch.capturedAt).slice(0, 10)
  }

  async write(): Promise<WriteCounts> {
    const { dialect, sourceId, memberId, capturedAt } = this.#batch
    await dialect.lock(this.#batch.tx, 'job blocks')
    const stored = await StoredJobs.read(this.#batch)
    const listed = await this.#sortRecords(stored)
    if (listed.postings.some((posting) => !stored.all.has(stored.idOf(posting))))
      await this.#blocks.loadNextSlot(this.#tx)
    const assessment = await this.#assess(listed, stored)
    /** Those that the list lacks are left at the end. */
    const remaining = new Map(stored.all)
    if (!assessment.isForeign) {
      const closed = stored.closedByFingerprint()
      for (const posting of await stored.fillReopened(listed.postings)) {
        await this.#batch.pause?.()
        this.#publishPosting(posting, stored.idOf(posting), stored, remaining, closed, assessment)
      }
      for (const id of listed.sameIds) this.#confirmPosting(id, remaining)
    }
    if (this.#losses.length > 0) this.#publishLosses(await stored.readActive())
    for (const id of listed.unreadableIds) this.#markListed(id, remaining)
    const missing = [...remaining.values()].filter(isActive)
    const due = await recordAbsences(this.#tx, missing, assessment.absences, {
      capturedAt,
      day: this.#day,
      previousList: this.#previousList,
    })
    await saveDueClosings(this.#tx, dialect, sourceId, memberId, due)
    await this.#save()
    const written = this.#written.length
    const problem = findProblem(assessment, listed) ?? this.#lossProblem
    const held = this.#held + missing.length - due.length
    const isSettled =
      assessment.state === 'ok' &&
      problem === undefined &&
      held + due.length + listed.unreadable.length === 0 &&
      !listed.postings.some(({ isPostedLater }) => isPostedLater)
    return {
      written,
      unchanged: listed.postings.length + listed.sameIds.size - written,
      removed: due.length,
      held,
      // Its postings stay for some days, but it is not silently empty.
      ...(assessment.state === 'gone' ? { gone: 1 } : {}),
      ...(problem === undefined ? {} : { problem }),
      ...findChange(assessment, listed),
      ...(isSettled ? { isSettled } : {}),
    }
  }

  async #sortRecords(stored: StoredJobs): Promise<Listed> {
    const { records } = this.#batch
    const same = records.filter((record) => record.type === 'same')
    const sameIds = await stored.findSame(same)
    // A posting on several pages is that of the page that it was read from, as long as that is listed.
    const postings = records.filter(
      (record) => record.type === 'posting' && !sameIds.has(stored.idOf(record)),
    ) as Posting[]
    const unreadable = records.filter((record) => record.type === 'listed')
    return {
      postings,
      same,
      sameIds,
      unreadable,
      unreadableIds: await stored.findUnreadable(unreadable, postings),
      note: records.find((record) => record.type === 'note'),
    }
  }

  async #assess(
    { postings, same, sameIds, unreadable, unreadableIds, note }: Listed,
    stored: StoredJobs,
  ): Promise<ListingAssessment> {
    const { sourceId, memberId, capturedAt } = this.#batch
    const active = stored.active()
    const titles = new Map(postings.map((posting) => [stored.idOf(posting), toColumnText(posting.title)]))
    const { board, goodDay, listedAt } = await readBoard(this.#tx, sourceId, memberId)
    this.#previousList = { day: listedAt === null ? goodDay : toInstant(listedAt).slice(0, 10), at: listedAt }
    const verdict = note === undefined || note.verdict === 'details' ? 'complete' : note.verdict
    const common = active.filter(({ id, title }) => sameIds.has(id) || titles.get(id) === title).length
    const assessment = assessListing(board, {
      verdict,
      count: postings.length + same.length + unreadable.length,
      known: active.length,
      common: common + unreadableIds.length,
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

  /** Removes the posting from `remaining`. */
  #publishPosting(
    posting: Posting,
    id: string,
    stored: StoredJobs,
    remaining: Map<string, KnownJob>,
    closed: ReadonlyMap<string, string>,
    { isReplaced }: ListingAssessment,
  ): void {
    const previous = remaining.has(id) ? stored.find(id) : undefined
    remaining.delete(id)
    // It has lost nothing: the stored row is about another posting.
    const isAnother = isReplaced === true && previous?.title !== toColumnText(posting.title)
    const content = contentHashOf(posting)
    if (previous !== undefined && isActive(previous)) {
      if (isMarkedAbsent(previous)) this.#relistedIds.push(id)
      const hasFirstDate = previous.posted_on === null && posting.posted !== undefined && !posting.isPartial
      if (previous.content_hash === content && !hasFirstDate) {
        if (previous.lost_at !== null) this.#restoredIds.push(id)
        if (posting.sourceHash !== undefined && posting.sourceHash !== previous.source_hash)
          this.#sourceHashes.set(id, posting.sourceHash)
        return
      }
      // Stored details stay if they could not be fetched this time.
      if (posting.isPartial && previous.is_partial === 0 && !isAnother) {
        if (!posting.hasRecentDetails) this.#held += 1
        return
      }
    }
    const { sourceId, memberId } = this.#batch
    const row = toJobRow(
      posting,
      {
        slot: previous?.slot ?? this.#blocks.allocateSlot(),
        id,
        sourceId,
        memberId,
        ats: this.#platform.atsName,
        firstSeen: previous?.first_seen ?? this.#day,
        changedOn: this.#changedOn(previous, content),
        reopened: (previous?.reopened ?? 0) + (previous?.active === jobStates.closed ? 1 : 0),
        repostOf: previous === undefined ? (closed.get(fingerprintOf(posting)) ?? null) : null,
      },
      content,
    )
    if (previous !== undefined && isActive(previous) && !isAnother) {
      const fields = findLostFields(previous, row, isOfThisVersion(previous))
      if (fields.length > 0) {
        this.#losses.push({ posting, previous, row, fields })
        return
      }
    }
    this.#put(posting, previous, row)
  }

  /** The board says about the posting what it said when it was stored. Removes it from `remaining`. */
  #confirmPosting(id: string, remaining: Map<string, KnownJob>): void {
    const previous = remaining.get(id)
    if (previous === undefined || !isActive(previous))
      throw new TypeError(`the posting ${id} was closed while its board was read`)
    remaining.delete(id)
    if (isMarkedAbsent(previous)) this.#relistedIds.push(id)
    if (previous.lost_at !== null) this.#restoredIds.push(id)
  }

  #put(posting: Posting, previous: StoredJob | undefined, row: JobRow): void {
    for (const written of previous === undefined ? [row] : [previous, row])
      for (const key of duplicateKeysOf(written)) this.#duplicateKeys.add(key)
    this.#blocks.put(row)
    for (const label of facetLabelsOf(posting, this.#platform.atsName)) {
      const name = `${label.field} ${label.key}`
      if (!this.#labels.has(name)) this.#labels.set(name, label)
    }
    this.#written.push(row)
    if (posting.body !== undefined || (previous?.same_text != null && !posting.isPartial))
      this.#descriptions.set(row.slot, posting.body)
    this.#logChange(previous, row)
  }

  #logChange(previous: StoredJob | undefined, row: JobRow): void {
    const { capturedAt } = this.#batch
    const type = changeTypeOf(previous, row.content_hash)
    if (previous === undefined || !isActive(previous)) {
      logPosting(this.#log, type ?? 'posting.opened', row, capturedAt)
      return
    }
    const fields = changedFields(previous, row)
    if (type === undefined && fields.length === 0) return
    const difference = { before: previous, after: row, fields }
    logDifference(this.#log, type ?? 'posting.corrected', difference, capturedAt)
  }

  /** The stored row stays until another list confirms the loss. */
  #publishLosses(active: Awaited<ReturnType<StoredJobs['readActive']>>): void {
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

  #markListed(id: string, remaining: Map<string, KnownJob>): void {
    this.#relistedIds.push(id)
    this.#held += 1
    remaining.delete(id)
  }

  #changedOn(previous: StoredJob | undefined, content: string): string {
    const isChange = previous === undefined || changeTypeOf(previous, content) !== undefined
    return isChange ? this.#day : previous.changed_on
  }

  async #save(): Promise<void> {
    const { dialect, capturedAt, pause } = this.#batch
    await savePostings(this.#tx, dialect, {
      written: this.#written,
      labels: this.#labels.values(),
      relistedIds: this.#relistedIds,
      lostIds: this.#lostIds,
      restoredIds: this.#restoredIds,
      sourceHashes: this.#sourceHashes,
      capturedAt,
    })
    await saveDescriptions(this.#tx, this.#day, this.#descriptions, pause)
    await listFullBlocks(this.#tx, this.#descriptions.keys(), pause)
    await deduplicate(this.#tx, dialect, this.#duplicateKeys, this.#blocks, this.#log, capturedAt)
  }
}

/** Undefined for a new content version, and for details and dates that arrive late, which do not count as a change. */
function changeTypeOf(previous: StoredJob | undefined, content: string): PostingChangeType | undefined {
  if (previous === undefined) return 'posting.opened'
  if (!isActive(previous)) return 'posting.reopened'
  const isInternal =
    !isOfThisVersion(previous) || previous.is_partial === 1 || previous.content_hash === content
  return isInternal ? undefined : 'posting.changed'
}

/** Whether most rows cannot be read, or none is left. */
function findChange(
  { state, reason }: ListingAssessment,
  { postings, same, unreadable, unreadableIds, note }: Listed,
): Pick<WriteCounts, 'changed'> {
  const readable = postings.length + same.length
  // A page that repeats another posting was read, and pages from which nothing is stored may be others.
  const rows = unreadable.filter((row) => 'nativeId' in row).length
  const unread = rows > 0 ? rows : unreadableIds.length
  if (unread > readable) return { changed: `${unread} of ${unread + readable} rows could not be read` }
  const isEmptied = state === 'held' && readable === 0 && note === undefined
  return isEmptied && reason !== undefined ? { changed: reason } : {}
}

/** Why the list is not complete or not believed. */
function findProblem(
  { state, reason, absences }: ListingAssessment,
  { note, unreadableIds }: Listed,
): string | undefined {
  // That a board is gone is believed after some days; then it is a fact, not a problem.
  if (absences === 'closeAll') return undefined
  if (state !== 'ok' || note !== undefined) return note?.reason ?? reason
  return unreadableIds.length > 0 ? `${unreadableIds.length} postings could not be read` : undefined
}
