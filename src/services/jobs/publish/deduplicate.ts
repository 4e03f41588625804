/** The same posting on several boards: every record is kept, the one known longest is listed, the others point to it. */

import { contentHash } from '../../../core/content-hash.ts'
import { fold } from '../normalise/fold.ts'
import { placeText } from '../normalise/places.ts'
import type { JobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { type JobRow, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { BlockChanges } from './block-changes.ts'
import { CountChanges } from './count-changes.ts'
import { inChunks } from './in-chunks.ts'

export type SameKeys = Pick<JobRow, 'same_requisition' | 'same_text'>

/**
 * What two postings have to share to be one: employer, title and first place, and besides the requisition or the text. Title
 * and employer alone are not enough, and numbers of requisitions are given out more than once: neither may hide a posting.
 */
export function sameKeysOf({ company, title, places, requisitionId, bodyHash }: Posting): SameKeys {
  const [place] = places
  const shared = {
    company: fold(company),
    title: fold(title),
    place: place === undefined ? '' : placeText(place),
  }
  return {
    same_requisition:
      requisitionId === undefined ? null : contentHash(1, { ...shared, requisition: fold(requisitionId) }),
    same_text: bodyHash === undefined ? null : contentHash(1, { ...shared, body: bodyHash }),
  }
}

export function* keysIn({ same_requisition, same_text }: SameKeys): Generator<string> {
  if (same_requisition !== null) yield same_requisition
  if (same_text !== null) yield same_text
}

/** Decides anew which postings with these keys are listed. */
export async function settleSame(tx: JobsTransaction, keys: ReadonlySet<string>): Promise<void> {
  await inChunks(keys, async (chunk) => {
    const changes = new Map<number, Candidate | undefined>()
    for (const [one, elder] of withElders(await readRelated(tx, chunk)))
      if (one.duplicate_of !== (elder?.id ?? null)) changes.set(one.slot, elder)
    await apply(tx, changes)
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
  const found = new Map<number, Candidate>()
  for (const column of ['same_requisition', 'same_text'] as const) {
    await inChunks(keys, async (chunk) => {
      const rows = await tx
        .selectFrom('job')
        .select(candidateColumns)
        .where(column, 'in', chunk)
        .where('active', '<>', jobStates.closed)
        .execute()
      for (const row of rows) found.set(row.slot, row)
    })
  }
  return [...found.values()]
}

/** Also those that share the other key with one of them, and so on: whether one is listed decides about the next. */
async function readRelated(tx: JobsTransaction, keys: readonly string[]): Promise<Candidate[]> {
  const found = await readListed(tx, keys)
  const shared = sharedKeys(found)
  const related = new Map<number, Candidate>()
  const asked = new Set<string>()
  let next = found.filter(
    (one) => one.duplicate_of !== null || [...keysIn(one)].some((key) => shared.has(key)),
  )
  while (next.length > 0) {
    for (const one of next) related.set(one.slot, one)
    const toAsk = new Set(next.flatMap((one) => [...keysIn(one)])).difference(asked)
    for (const key of toAsk) asked.add(key)
    next = (await readListed(tx, toAsk)).filter(({ slot }) => !related.has(slot))
  }
  return [...related.values()]
}

/** Keys that occur on several boards. */
function sharedKeys(candidates: readonly Candidate[]): ReadonlySet<string> {
  const firstOf = new Map<string, Candidate>()
  const shared = new Set<string>()
  for (const one of candidates) {
    for (const key of keysIn(one)) {
      const first = firstOf.get(key)
      if (first === undefined) firstOf.set(key, one)
      else if (isElsewhere(one, first)) shared.add(key)
    }
  }
  return shared
}

/** Those of one board are never the same posting. */
function isElsewhere(one: Candidate, other: Candidate): boolean {
  return other.source_id !== one.source_id || other.member_id !== one.member_id
}

/**
 * Each with the one that is listed in its place. Slots are given out in the order in which postings are first seen; what
 * is itself hidden hides nothing, or a board's second vacancy would vanish behind the copy of its first.
 */
function* withElders(candidates: readonly Candidate[]): Generator<[one: Candidate, elder?: Candidate]> {
  /** By key; whatever else is listed with that key is of the same board. */
  const listed = new Map<string, Candidate>()
  for (const one of candidates.toSorted((a, b) => a.slot - b.slot)) {
    const keys = [...keysIn(one)]
    const [elder] = keys
      .flatMap((key) => listed.get(key) ?? [])
      .filter((other) => isElsewhere(one, other))
      .sort((a, b) => a.slot - b.slot)
    yield elder === undefined ? [one] : [one, elder]
    if (elder === undefined) for (const key of keys) if (!listed.has(key)) listed.set(key, one)
  }
}

async function apply(
  tx: JobsTransaction,
  changes: ReadonlyMap<number, Candidate | undefined>,
): Promise<void> {
  const counts = new CountChanges()
  const blocks = new BlockChanges()
  await inChunks(changes.keys(), async (slots) => {
    for (const row of await tx.selectFrom('job').selectAll().where('slot', 'in', slots).execute()) {
      const settled = asSettled(row, changes.get(row.slot))
      const { active, duplicate_of, first_seen, listed_on, doc } = settled
      await tx
        .updateTable('job')
        .set({ active, duplicate_of, first_seen, listed_on, doc })
        .where('slot', '=', row.slot)
        .execute()
      await tx.updateTable('job_place').set({ active, listed_on }).where('job_id', '=', row.id).execute()
      counts.remove(row)
      counts.add(settled)
      blocks.put(settled)
    }
  })
  await counts.write(tx)
  await blocks.write(tx)
}

/** An employer that moves to another platform takes the day a posting was first seen along. */
function asSettled(row: JobRow, elder: Candidate | undefined): JobRow {
  const isEarlier = elder !== undefined && elder.first_seen < row.first_seen
  const first_seen = isEarlier ? elder.first_seen : row.first_seen
  const duplicate_of = elder?.id ?? null
  const job: JobPosting = { ...(JSON.parse(row.doc) as JobPosting), first_seen, duplicate_of }
  return {
    ...row,
    active: elder === undefined ? jobStates.listed : jobStates.duplicate,
    duplicate_of,
    first_seen,
    listed_on: row.posted_on ?? first_seen,
    doc: JSON.stringify(job),
  }
}
