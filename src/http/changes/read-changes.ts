/** Reads the changes that a filter lets through, and how far it has looked. */

import { setImmediate } from 'node:timers/promises'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { readLogPart, readOldest } from '../../store/changes/change-archive.ts'
import { type LoggedChange, type LogPosition, readStart } from '../../store/changes/read-log.ts'
import type { Database } from '../../store/store.ts'
import type { ReadModelTables } from '../../store/tables.ts'
import { type ChangeMatcher, type ChangeSource, type DeliveredChange, deliver } from './change-source.ts'
import { formatPosition } from './position.ts'

export type ChangeDatabase = Database<ReadModelTables>

export interface ChangePage {
  readonly changes: readonly DeliveredChange[]
  /** Beyond what did not match. */
  readonly position: LogPosition
  readonly hasMore: boolean
}

/** Changes that one page looks at: a filter that matches nothing must not keep the thread busy. */
const rowsPerPage = 2000
/** Changes that are read at a time, which takes a millisecond or two. Others are answered in between. */
const rowsPerRead = 100

/** Undefined if the position is no longer in the log, nor in its archive. */
export async function readChanges(
  db: ChangeDatabase,
  service: string,
  matcher: ChangeMatcher,
  after: LogPosition,
  limit: number,
  signal?: AbortSignal,
): Promise<ChangePage | undefined> {
  const changes: DeliveredChange[] = []
  let position = after
  for (let looked = 0; looked < rowsPerPage; ) {
    const part = await readLogPart(db, service, position, rowsPerRead, signal)
    // Where changes are missing, the page ends.
    if (part === undefined) return looked === 0 ? undefined : { changes, position, hasMore: true }
    for (const row of part.changes) {
      const delivered = deliver(row, matcher)
      if (delivered !== undefined && changes.length === limit) return { changes, position, hasMore: true }
      if (delivered !== undefined) changes.push(delivered)
      position = positionOf(row)
    }
    looked += part.changes.length
    if (part.isLast) return { changes, position, hasMore: false }
    await setImmediate()
  }
  return { changes, position, hasMore: true }
}

export function positionOf({ number, detected_at }: LoggedChange): LogPosition {
  return { number: Number(number), at: Number(detected_at) }
}

/** Changes as JSON texts. */
export async function renderChanges(
  source: ChangeSource,
  delivered: readonly DeliveredChange[],
  nowMs: number,
): Promise<string[]> {
  if (delivered.length === 0) return []
  const rest = await source.render(
    delivered.map(({ change }) => change),
    nowMs,
  )
  return delivered.map(({ change, matches }, at) => {
    const { number, type, detected_at } = change
    const time = toInstant(Number(detected_at))
    return `{"number":${number},"type":"${type}","detected_at":"${time}","matches":${matches}${rest[at]}}`
  })
}

/** Renders changes of several lists, each once. Returns how one of them was rendered. */
export async function renderOnce<Rendered>(
  lists: Iterable<readonly DeliveredChange[]>,
  render: (changes: readonly DeliveredChange[]) => Promise<readonly Rendered[]>,
): Promise<(one: DeliveredChange) => Rendered> {
  const keyOf = ({ change, matches }: DeliveredChange) => `${change.number} ${matches}`
  const distinct = new Map<string, DeliveredChange>()
  for (const list of lists) for (const one of list) distinct.set(keyOf(one), one)
  const rendered = await render([...distinct.values()])
  const byKey = new Map([...distinct.keys()].map((key, at) => [key, rendered[at] as Rendered]))
  return (one) => byKey.get(keyOf(one)) as Rendered
}

/** What a reader who comes too late can do: read the list again, or go on with what the database has. */
export async function expiredDetails(
  db: ChangeDatabase,
  { service, listPath }: ChangeSource,
): Promise<{ readonly oldest: string; readonly restart: string }> {
  const oldest = formatPosition(db.epoch(), await readStart(db.read, service))
  return { oldest, restart: listPath }
}

/** `after`: a position of this read model, after which archived changes may follow. */
export async function changesExpired(
  db: ChangeDatabase,
  source: ChangeSource,
  after?: LogPosition,
  signal?: AbortSignal,
): Promise<Failure> {
  const details = await expiredDetails(db, source)
  const oldest =
    after && formatPosition(db.epoch(), await readOldest(db, source.service, { after: after.number, signal }))
  return new Failure('changes_expired', 'The changes after this position are no longer stored.', {
    details: { parameter: 'after', ...details, ...(oldest && { oldest }) },
  })
}
