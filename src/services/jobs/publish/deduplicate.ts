/** The same posting on several boards: every record is kept, the one known longest is listed, the others point to it. */

import { contentHash } from '../../../core/content-hash.ts'
import { fold } from '../normalise/fold.ts'
import { formatPlace } from '../normalise/places.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { type JobRow, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { BlockChanges } from './block-changes.ts'
import { CountChanges } from './count-changes.ts'
import { inChunks } from './in-chunks.ts'

export type DuplicateKeys = Pick<JobRow, 'same_requisition' | 'same_text'>

/**
 * What two postings have to share to be one: employer, title and first place, and besides the requisition or the text. Title
 * and employer alone are not enough, and numbers of requisitions are given out more than once: neither may hide a posting.
 */
export function toDuplicateKeys({ company, title, places, requisitionId, bodyHash }: Posting): DuplicateKeys {
  const [place] = places
  const shared = {
    company: fold(company),
    title: fold(title),
    place: place === undefined ? '' : formatPlace(place),
  }
  return {
    same_requisition:
      requisitionId === undefined ? null : contentHash(1, { ...shared, requisition: fold(requisitionId) }),
    same_text: bodyHash === undefined ? null : contentHash(1, { ...shared, body: bodyHash }),
  }
}

export function* duplicateKeysOf({ same_requisition, same_text }: DuplicateKeys): Generator<string> {
  if (same_requisition !== null) yield same_requisition
  if (same_text !== null) yield same_text
}

/** Decides anew which postings with these keys are listed. */
export async function deduplicate(tx: JobsTransaction, keys: ReadonlySet<string>): Promise<void> {
  await inChunks(keys, async (chunk) => {
    const changes = new Map<number, Candidate | undefined>()
    for (const [posting, canonical] of withCanonical(await readRelated(tx, chunk)))
      if (posting.duplicate_of !== (canonical?.id ?? null)) changes.set(posting.slot, canonical)
    await applyChanges(tx, changes)
  })
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

async function readListed(tx: JobsTransaction, keys: Iterable<string>): Promise<Candidate[]> {
  const rowsBySlot = new Map<number, Candidate>()
  for (const column of ['same_requisition', 'same_text'] as const) {
    await inChunks(keys, async (chunk) => {
      const rows = await tx
        .selectFrom('job')
        .select(candidateColumns)
        .where(column, 'in', chunk)
        .where('active', '<>', jobStates.closed)
        .execute()
      for (const row of rows) rowsBySlot.set(row.slot, row)
    })
  }
  return [...rowsBySlot.values()]
}

/** Also those that share the other key with one of them, and so on: whether one is listed decides about the next. */
async function readRelated(tx: JobsTransaction, keys: readonly string[]): Promise<Candidate[]> {
  const candidates = await readListed(tx, keys)
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
    next = (await readListed(tx, newKeys)).filter(({ slot }) => !related.has(slot))
  }
  return [...related.values()]
}

/** Keys that occur on several boards. */
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

/** Those of one board are never the same posting. */
function isOnOtherBoard(candidate: Candidate, other: Candidate): boolean {
  return other.source_id !== candidate.source_id || other.member_id !== candidate.member_id
}

/**
 * Each with the one that is listed in its place. Slots are given out in the order in which postings are first seen; what
 * is itself hidden hides nothing, or a board's second vacancy would vanish behind the copy of its first.
 */
function* withCanonical(candidates: readonly Candidate[]): Generator<[one: Candidate, elder?: Candidate]> {
  /** By key; whatever else is listed with that key is of the same board. */
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

async function applyChanges(
  tx: JobsTransaction,
  changes: ReadonlyMap<number, Candidate | undefined>,
): Promise<void> {
  const counts = new CountChanges()
  const blocks = new BlockChanges()
  await inChunks(changes.keys(), async (slots) => {
    for (const row of await tx.selectFrom('job').selectAll().where('slot', 'in', slots).execute()) {
      const updated = withDuplicateOf(row, changes.get(row.slot))
      const { active, duplicate_of, first_seen, listed_on, doc } = updated
      await tx
        .updateTable('job')
        .set({ active, duplicate_of, first_seen, listed_on, doc })
        .where('slot', '=', row.slot)
        .execute()
      await tx.updateTable('job_place').set({ active, listed_on }).where('job_id', '=', row.id).execute()
      counts.remove(row)
      counts.add(updated)
      blocks.put(updated)
    }
  })
  await counts.write(tx)
  await blocks.write(tx)
}

/** An employer that moves to another platform takes the day a posting was first seen along. */
function withDuplicateOf(row: JobRow, canonical: Candidate | undefined): JobRow {
  const isEarlier = canonical !== undefined && canonical.first_seen < row.first_seen
  const first_seen = isEarlier ? canonical.first_seen : row.first_seen
  const duplicate_of = canonical?.id ?? null
  const job: JobPosting = { ...(JSON.parse(row.doc) as JobPosting), first_seen, duplicate_of }
  return {
    ...row,
    active: canonical === undefined ? jobStates.listed : jobStates.duplicate,
    duplicate_of,
    first_seen,
    listed_on: row.posted_on ?? first_seen,
    doc: JSON.stringify(job),
  }
}
