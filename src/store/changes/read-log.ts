/** Reads the change log of a service from a position on. */

import type { Kysely } from 'kysely'
import type { ChangeRow, ReadModelTables } from '../tables.ts'
import type { ChangeKeys } from './change-batch.ts'
import { changeScope } from './change-scope.ts'

/** After a change; 0 is before the first. */
export interface LogPosition {
  readonly number: number
  /** When this change was detected; 0 if that is not known. In a restored database, the number alone could be another change. */
  readonly at: number
}

export interface LoggedChange extends Readonly<Omit<ChangeRow, 'service' | 'keys' | 'keys_before'>> {
  readonly keys: ChangeKeys
  /** Undefined if they have not changed. */
  readonly keysBefore: ChangeKeys | undefined
}

export const changeColumns = [
  'number',
  'detected_at',
  'type',
  'subject',
  'keys',
  'keys_before',
  'severity',
  'provider',
  'company_id',
  'doc',
] as const

/** At most `max` changes, oldest first. Undefined if those after the position are no longer, or not, in the log. */
export async function readLog(
  read: Kysely<ReadModelTables>,
  service: string,
  after: LogPosition,
  max: number,
  isRepeat = false,
): Promise<LoggedChange[] | undefined> {
  const stored = await read
    .selectFrom('change')
    .select(changeColumns)
    .where('service', '=', service)
    // The change of the position itself, to recognise it.
    .where('number', '>=', after.number)
    .orderBy('number')
    .limit(max + 1)
    .execute()
  const rows = stored.map(toLoggedChange)
  const [first] = rows
  if (first === undefined) {
    const end = await readEnd(read, service)
    if (after.number === end.number) return after.at === 0 || after.at === end.at ? [] : undefined
    // Changes that were published between the two reads.
    const isBefore = after.number < end.number && !isRepeat
    return isBefore ? await readLog(read, service, after, max, true) : undefined
  }
  return isPositionOf(first, after) ? rows.slice(1) : isNext(first, after) ? rows.slice(0, max) : undefined
}

/** Whether it is the change of the position, and not one that has its number in a restored database. */
export function isPositionOf(
  { number, detected_at }: LoggedChange,
  { number: after, at }: LogPosition,
): boolean {
  return Number(number) === after && (at === 0 || Number(detected_at) === at)
}

export function isNext({ number }: LoggedChange, { number: after }: Pick<LogPosition, 'number'>): boolean {
  return Number(number) === after + 1
}

export type StoredChange = Pick<ChangeRow, (typeof changeColumns)[number]>

/** Once for all readers, each of which compares the keys with its filter. */
export function toLoggedChange({ keys, keys_before, ...change }: StoredChange): LoggedChange {
  return {
    ...change,
    keys: JSON.parse(keys) as ChangeKeys,
    keysBefore: keys_before === null ? undefined : (JSON.parse(keys_before) as ChangeKeys),
  }
}

/** The position of the last change, which may be too old to be in the log. */
async function readEnd(read: Kysely<ReadModelTables>, service: string): Promise<LogPosition> {
  const row = await read
    .selectFrom('publication')
    .select(['version', 'published_at'])
    .where('scope', '=', changeScope(service))
    .executeTakeFirst()
  return { number: Number(row?.version ?? 0), at: Number(row?.published_at ?? 0) }
}

/** The position before the oldest change. */
export async function readStart(read: Kysely<ReadModelTables>, service: string): Promise<LogPosition> {
  const oldest = await read
    .selectFrom('change')
    .select('number')
    .where('service', '=', service)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return await readEnd(read, service)
  return { number: Number(oldest.number) - 1, at: 0 }
}

/** The position before the first change that was detected at this time or later. Looks at many rows: use `heavy`. */
export async function readPositionBefore(
  read: Kysely<ReadModelTables>,
  service: string,
  sinceMs: number,
): Promise<LogPosition> {
  const { first } = await read
    .selectFrom('change')
    .select(({ fn }) => fn.min('number').as('first'))
    .where('service', '=', service)
    .where('detected_at', '>=', sinceMs)
    .executeTakeFirstOrThrow()
  return first === null ? await readEnd(read, service) : { number: Number(first) - 1, at: 0 }
}

/** One change, if the log has it. */
export async function readChange(
  read: Kysely<ReadModelTables>,
  service: string,
  number: number,
): Promise<LoggedChange | undefined> {
  const stored = await read
    .selectFrom('change')
    .select(changeColumns)
    .where('service', '=', service)
    .where('number', '=', number)
    .executeTakeFirst()
  return stored && toLoggedChange(stored)
}
