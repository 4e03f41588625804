/** The stored postings of one board, as its next list is compared with them. */

import { toInstant } from '../../../core/clock.ts'
import { chunks } from '../../../store/chunks.ts'
import { idList } from '../../../store/id-list.ts'
import { Statement } from '../../../store/statements/statement.ts'
import type { WriteBatch } from '../../../sync/source.ts'
import { contentVersion } from '../normalise/content-version.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import { postingIdOf } from '../schema/posting-keys.ts'
import type { BoardRecord, Posting, SamePosting, UnreadableRow } from '../schema/records.ts'
import {
  type JobRow,
  type JobsReadModelTables,
  type JobsTables,
  type JobsTransaction,
  jobStates,
} from '../schema/tables.ts'
import { keyColumns } from './log-postings.ts'
import { lossColumns, withStoredFields } from './lost-fields.ts'

/** Enough for a posting about which the list says what it said before, or nothing. */
const knownColumns = [
  'slot',
  'id',
  'title',
  'active',
  'absences',
  'absent_at',
  'held_at',
  'last_seen',
  'seen_at',
  'closes_on',
  'lost_at',
  'closed_on',
  'fingerprint',
] as const

const storedColumns = [
  'content_hash',
  'source_hash',
  'first_seen',
  'changed_on',
  'reopened',
  'is_partial',
  'doc',
  ...keyColumns,
  ...lossColumns,
  ...knownColumns,
] as const

export type KnownJob = Pick<JobRow, (typeof knownColumns)[number]>
export type StoredJob = Pick<JobRow, (typeof storedColumns)[number]>

const repostWithinMs = 30 * 86_400_000

const readKnown = new Statement<
  JobsReadModelTables,
  { readonly source: string; readonly member: string },
  KnownJob
>((db, param) =>
  db
    .selectFrom('job')
    .select(knownColumns)
    .where('source_id', '=', param('source'))
    .where('member_id', '=', param('member')),
)

export class StoredJobs {
  readonly #batch: WriteBatch<BoardRecord>
  readonly #tx: JobsTransaction
  readonly #ids = new Map<string, string>()
  readonly #changeable = new Map<string, StoredJob>()
  /** All of them, by id. */
  readonly all: ReadonlyMap<string, KnownJob>

  static async read(batch: WriteBatch<BoardRecord>): Promise<StoredJobs> {
    const tx = batch.tx.withTables<JobsTables>() as JobsTransaction
    const { sourceId: source, memberId: member } = batch
    const rows = await readKnown.runIn(tx, { source, member })
    const stored = new StoredJobs(batch, tx, rows)
    await stored.#readChangeable()
    return stored
  }

  private constructor(batch: WriteBatch<BoardRecord>, tx: JobsTransaction, rows: readonly KnownJob[]) {
    this.#batch = batch
    this.#tx = tx
    this.all = new Map(rows.map((row) => [row.id, row]))
  }

  idOf({ nativeId }: { readonly nativeId: string }): string {
    const known = this.#ids.get(nativeId)
    if (known !== undefined) return known
    const id = postingIdOf(this.#batch.sourceId, this.#batch.memberId, nativeId)
    this.#ids.set(nativeId, id)
    return id
  }

  async #readChangeable(): Promise<void> {
    const ids = new Set<string>()
    for (const record of this.#batch.records)
      if (record.type === 'posting' && this.all.has(this.idOf(record))) ids.add(this.idOf(record))
    for (const chunk of chunks(ids))
      for (const row of await selectStored(this.#tx, this.#batch)
        .select(storedColumns)
        .where('id', 'in', idList(this.#batch.dialect.engine, JSON.stringify(chunk)))
        .execute())
        this.#changeable.set(row.id, row)
  }

  /** As it is stored, for a posting of the list. */
  find(id: string): StoredJob | undefined {
    return this.#changeable.get(id)
  }

  /** Those that are not closed. */
  active(): KnownJob[] {
    return [...this.all.values()].filter(isActive)
  }

  /** Of those that are not closed, the fields that a list may lack. */
  async readActive(): Promise<Pick<StoredJob, (typeof lossColumns)[number]>[]> {
    const rows = await selectStored(this.#tx, this.#batch)
      .select(['active', ...lossColumns])
      .execute()
    return rows.filter(isActive)
  }

  /** Of the recently closed postings with a fingerprint, the id of the one that was closed last. */
  closedByFingerprint(): ReadonlyMap<string, string> {
    const since = toInstant(this.#batch.capturedAt - repostWithinMs).slice(0, 10)
    const closed = [...this.all.values()]
      .filter((row) => !isActive(row) && (row.closed_on ?? '') >= since)
      .sort((one, other) => (closingKey(one) < closingKey(other) ? -1 : 1))
    return new Map(closed.map(({ fingerprint, id }) => [fingerprint, id]))
  }

  /** A posting that returns without its details has those of its closed row. */
  async fillReopened(postings: readonly Posting[]): Promise<readonly Posting[]> {
    const reopened = new Map<string, Posting>()
    for (const posting of postings) {
      const id = this.idOf(posting)
      if (posting.isPartial && this.all.get(id)?.active === jobStates.closed) reopened.set(id, posting)
    }
    if (reopened.size === 0) return postings
    const { engine } = this.#batch.dialect
    const filled = new Map<Posting, Posting>()
    for (const ids of chunks(reopened.keys())) {
      for (const row of await selectStored(this.#tx, this.#batch)
        .select(['id', 'doc'])
        .where('id', 'in', idList(engine, JSON.stringify(ids)))
        .execute()) {
        const posting = reopened.get(row.id)
        if (posting) filled.set(posting, withStoredFields(posting, toPosting(row)))
      }
    }
    return postings.map((posting) => filled.get(posting) ?? posting)
  }

  /** The ids of the stored postings that are the same. Pages from which no active posting is stored are left out. */
  async findSame(same: readonly SamePosting[]): Promise<ReadonlySet<string>> {
    const ids = new Set(same.flatMap((row) => ('nativeId' in row ? [this.idOf(row)] : [])))
    const urls = new Set(same.flatMap((row) => ('url' in row ? [row.url] : [])))
    if (urls.size > 0)
      for (const { id, url } of await this.#readDocs()) if (urls.has(url) && this.#isActive(id)) ids.add(id)
    return ids
  }

  /** The ids of active postings among the rows that could not be read. */
  async findUnreadable(
    unreadable: readonly UnreadableRow[],
    postings: readonly Posting[],
  ): Promise<readonly string[]> {
    const pages = new Map(unreadable.flatMap((row) => ('url' in row ? [[row.url, row.repeats]] : [])))
    const ids = unreadable.flatMap((row) => ('nativeId' in row ? [this.idOf(row)] : []))
    const readIds = new Set(pages.size === 0 ? [] : postings.map((posting) => this.idOf(posting)))
    if (pages.size > 0)
      for (const { id, url, title } of await this.#readDocs())
        if (pages.has(url) && pages.get(url) !== title && !readIds.has(id)) ids.push(id)
    return ids.filter((id) => this.#isActive(id))
  }

  async #readDocs(): Promise<StoredJobPosting[]> {
    return (await selectStored(this.#tx, this.#batch).select('doc').execute()).map(toPosting)
  }

  #isActive(id: string): boolean {
    const row = this.all.get(id)
    return row !== undefined && isActive(row)
  }
}

function toPosting({ doc }: Pick<JobRow, 'doc'>): StoredJobPosting {
  return JSON.parse(doc) as StoredJobPosting
}

function selectStored(
  tx: JobsTransaction,
  { sourceId, memberId }: Pick<WriteBatch<BoardRecord>, 'sourceId' | 'memberId'>,
) {
  return tx.selectFrom('job').where('source_id', '=', sourceId).where('member_id', '=', memberId)
}

export function isActive({ active }: Pick<JobRow, 'active'>): boolean {
  return active !== jobStates.closed
}

/** Whether the row was normalised by the rules of today. */
export function isOfThisVersion({ content_hash }: StoredJob): boolean {
  return content_hash.startsWith(`${contentVersion}.`)
}

/** Ties are broken by id: the order of the rows depends on the engine. */
function closingKey({ closed_on, id }: KnownJob): string {
  return `${closed_on} ${id}`
}
