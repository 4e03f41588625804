/** Finds the same posting on several boards: the first one seen is listed, the others refer to it. */

import { placeId } from '../../../core/places/place.ts'
import type { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { chunks } from '../../../store/chunks.ts'
import { idList } from '../../../store/id-list.ts'
import type { Dialect } from '../../../store/store.ts'
import { postingHash } from '../normalise/content-version.ts'
import { fold } from '../normalise/fold.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { type JobRow, type JobsTransaction, jobStates } from '../schema/tables.ts'
import type { BlockChanges } from './block-changes.ts'
import { logDifference } from './log-postings.ts'

export type DuplicateKeys = Pick<JobRow, 'same_requisition' | 'same_text'>

/**
 * Two postings are the same if employer, title and first place are equal, and also the requisition id or the text. Title
 * and employer are not enough, and requisition ids are reused: neither alone may hide a posting.
 */
export function toDuplicateKeys({ company, title, places, requisitionId, bodyHash }: Posting): DuplicateKeys {
  const [place] = places
  const shared = {
    company: fold(company),
    title: fold(title),
    place: place === undefined ? '' : placeId(place),
  }
  return {
    same_requisition:
      requisitionId === undefined ? null : postingHash(1, { ...shared, requisition: fold(requisitionId) }),
    same_text: bodyHash === undefined ? null : postingHash(1, { ...shared, body: bodyHash }),
  }
}

export function* duplicateKeysOf({ same_requisition, same_text }: DuplicateKeys): Generator<string> {
  if (same_requisition !== null) yield same_requisition
  if (same_text !== null) yield same_text
}

/**
 * Updates which postings with these keys are listed. The caller writes `blocks` and `log`. Returns the ids of postings that
 * another one is listed for now, with their `first_seen`.
 */
export async function deduplicate(
  tx: JobsTransaction,
  dialect: Dialect,
  keys: ReadonlySet<string>,
  blocks: BlockChanges,
  log: ChangeBatch,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const replaced = new Set<string>()
  for (const chunk of chunks(keys)) {
    const changes = new Map<number, Candidate | undefined>()
    for (const [posting, canonical] of withCanonical(await readRelated(tx, dialect, chunk)))
      if (posting.duplicate_of !== (canonical?.id ?? null)) changes.set(posting.slot, canonical)
    // Readers see whether a posting is a duplicate in whatever happened to it.
    for (const [before, after] of await applyChanges(tx, changes, blocks)) {
      if (before.duplicate_of !== null && after.duplicate_of === null) replaced.add(before.duplicate_of)
      if (!log.has(after.id))
        logDifference(log, 'posting.changed', { before, after, fields: ['duplicate_of'] }, nowMs)
    }
  }
  return replaced
}

const candidateColumns = [
  'slot',
  'id',
  'source_id',
  'member_id',
  'first_seen',
  'duplicate_of',
  'same_requisition',
  'same_text',
] as const
type Candidate = Pick<JobRow, (typeof candidateColumns)[number]>

async function readListed(
  tx: JobsTransaction,
  { engine }: Dialect,
  keys: Iterable<string>,
): Promise<Candidate[]> {
  const rowsBySlot = new Map<number, Candidate>()
  for (const column of ['same_requisition', 'same_text'] as const) {
    for (const chunk of chunks(keys)) {
      const rows = await tx
        .selectFrom('job')
        .select(candidateColumns)
        .where(column, 'in', idList(engine, JSON.stringify(chunk)))
        .where('active', '<>', jobStates.closed)
        .execute()
      for (const row of rows) rowsBySlot.set(row.slot, row)
    }
  }
  return [...rowsBySlot.values()]
}

/** Includes postings that share the other key with one of them, transitively: each decision affects the next. */
async function readRelated(
  tx: JobsTransaction,
  dialect: Dialect,
  keys: readonly string[],
): Promise<Candidate[]> {
  const candidates = await readListed(tx, dialect, keys)
  const shared = sharedKeys(candidates)
  const related = new Map<number, Candidate>()
  const queriedKeys = new Set<string>()
  let next = candidates.filter(
    (candidate) =>
      candidate.duplicate_of !== null || [...duplicateKeysOf(candidate)].some((key) => shared.has(key)),
  )
  while (next.length > 0) {
    for (const candidate of next) related.set(candidate.slot, candidate)
    const newKeys = new Set(next.flatMap((candidate) => [...duplicateKeysOf(candidate)])).difference(
      queriedKeys,
    )
    for (const key of newKeys) queriedKeys.add(key)
    next = (await readListed(tx, dialect, newKeys)).filter(({ slot }) => !related.has(slot))
  }
  return [...related.values()]
}

/** The keys that occur on more than one board. */
function sharedKeys(candidates: readonly Candidate[]): ReadonlySet<string> {
  const firstOf = new Map<string, Candidate>()
  const shared = new Set<string>()
  for (const candidate of candidates) {
    for (const key of duplicateKeysOf(candidate)) {
      const first = firstOf.get(key)
      if (first === undefined) firstOf.set(key, candidate)
      else if (isOnOtherBoard(candidate, first)) shared.add(key)
    }
  }
  return shared
}

/** Postings of one board are never duplicates of each other. */
function isOnOtherBoard(candidate: Candidate, other: Candidate): boolean {
  return other.source_id !== candidate.source_id || other.member_id !== candidate.member_id
}

/**
 * Each posting with the one that is listed instead. The lowest slot was seen first. A hidden posting hides no other:
 * otherwise a board's second vacancy would be hidden by a copy of its first.
 */
function* withCanonical(
  candidates: readonly Candidate[],
): Generator<[candidate: Candidate, canonical?: Candidate]> {
  /** By key; other listed postings with the key are on the same board. */
  const listed = new Map<string, Candidate>()
  for (const candidate of candidates.toSorted((a, b) => a.slot - b.slot)) {
    const keys = [...duplicateKeysOf(candidate)]
    const [canonical] = keys
      .flatMap((key) => listed.get(key) ?? [])
      .filter((other) => isOnOtherBoard(candidate, other))
      .sort((a, b) => a.slot - b.slot)
    yield canonical === undefined ? [candidate] : [candidate, canonical]
    if (canonical === undefined) for (const key of keys) if (!listed.has(key)) listed.set(key, candidate)
  }
}

/** Returns the rows before and after, by slot. */
async function applyChanges(
  tx: JobsTransaction,
  changes: ReadonlyMap<number, Candidate | undefined>,
  blocks: BlockChanges,
): Promise<[before: JobRow, after: JobRow][]> {
  const changed: [JobRow, JobRow][] = []
  for (const slots of chunks(changes.keys())) {
    const rows = await tx.selectFrom('job').selectAll().where('slot', 'in', slots).orderBy('slot').execute()
    for (const row of rows) {
      const updated = withDuplicateOf(row, changes.get(row.slot))
      const { active, duplicate_of, first_seen, listed_on, doc } = updated
      await tx
        .updateTable('job')
        .set({ active, duplicate_of, first_seen, listed_on, doc })
        .where('slot', '=', row.slot)
        .execute()
      blocks.put(updated)
      changed.push([row, updated])
    }
  }
  return changed
}

/** `first_seen` carries over when an employer moves to another platform. */
function withDuplicateOf(row: JobRow, canonical: Candidate | undefined): JobRow {
  const isEarlier = canonical !== undefined && canonical.first_seen < row.first_seen
  const first_seen = isEarlier ? canonical.first_seen : row.first_seen
  const duplicate_of = canonical?.id ?? null
  const job: StoredJobPosting = { ...(JSON.parse(row.doc) as StoredJobPosting), first_seen, duplicate_of }
  return {
    ...row,
    active: canonical === undefined ? jobStates.listed : jobStates.duplicate,
    duplicate_of,
    first_seen,
    listed_on: row.posted_on ?? first_seen,
    doc: JSON.stringify(job),
  }
}
