/** Logs what happened to postings. */

import type { ChangeBatch, ChangeKeys } from '../../../store/changes/change-batch.ts'
import type { PostingChangeType } from '../schema/job-change.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import type { JobRow } from '../schema/tables.ts'

/** Columns of what readers of changes filter by. */
export const keyColumns = [
  'title',
  'company',
  'department',
  'place',
  'company_key',
  'department_key',
  'countries',
] as const
type KeyRow = Pick<JobRow, (typeof keyColumns)[number]>

/** A posting before or after a change. */
export type LoggedPosting = KeyRow & Pick<JobRow, 'id' | 'doc' | 'fingerprint'>

/** See `jobChangeFilter`. */
export function keysOf(row: KeyRow): ChangeKeys {
  const { title, company, department, place, company_key, department_key, countries } = row
  return {
    company: company_key,
    department: department_key,
    countries,
    text: [title, company, department, place].join(' | '),
  }
}

export function logPosting(
  log: ChangeBatch,
  type: PostingChangeType,
  row: KeyRow & Pick<JobRow, 'id'>,
  detectedAt: number,
): void {
  log.add({ type, subject: row.id, detectedAt, keys: keysOf(row) })
}

/** `fields`: what differs, see `changedFields`. */
export function logDifference(
  log: ChangeBatch,
  type: PostingChangeType,
  { before, after, fields }: { before: KeyRow; after: LoggedPosting; fields: readonly string[] },
  detectedAt: number,
): void {
  log.add({
    type,
    subject: after.id,
    detectedAt,
    keys: keysOf(after),
    keysBefore: keysOf(before),
    doc: JSON.stringify({ fields }),
  })
}

/** `changed` says when, not what; whether a posting is a duplicate is decided later in the transaction. */
const otherFields: ReadonlySet<string> = new Set(['changed', 'first_seen', 'duplicate_of'])

/** The names of the public fields that differ. */
export function changedFields(before: LoggedPosting, after: LoggedPosting): string[] {
  const [old, now] = [before, after].map(({ doc }) => JSON.parse(doc) as StoredJobPosting) as [
    StoredJobPosting,
    StoredJobPosting,
  ]
  const names = Object.keys(now) as (keyof StoredJobPosting)[]
  const fields: string[] = names.filter(
    (name) => !otherFields.has(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  const hasSameHead = old.title === now.title && old.location === now.location
  // The fingerprint is that of title, place and description.
  if (before.fingerprint !== after.fingerprint && hasSameHead) fields.push('description')
  return fields
}
