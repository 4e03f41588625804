/**
 * The changes of a service further back than the database has them: in an archive, which takes what retention lets go. Without an
 * archive, the log begins where the database does.
 */

import type { Archive } from '../archive-attempt.ts'
import type { Database } from '../store.ts'
import type { ChangeRow, ReadModelTables } from '../tables.ts'
import {
  isNext,
  isPositionOf,
  type LoggedChange,
  type LogPosition,
  readLog,
  readStart,
  type StoredChange,
  toLoggedChange,
} from './read-log.ts'

type ChangeDatabase = Database<ReadModelTables>

/** Keeps changes of one service at a time, one after the other. */
export interface ChangeArchive extends Archive<ChangeRow> {
  /** What it has from one number to another, in their order. */
  read(service: string, from: number, to: number, signal: AbortSignal | undefined): Promise<StoredChange[]>
  /** The number of the first change that it has after another one; undefined without one. */
  readNext(service: string, after: number, signal: AbortSignal | undefined): Promise<number | undefined>
}

const archives = new WeakMap<ChangeDatabase, ChangeArchive>()

/** Before changes are read or deleted. */
export function archiveChangesWith(db: ChangeDatabase, archive: ChangeArchive): void {
  archives.set(db, archive)
}

export function changeArchiveOf(db: ChangeDatabase): ChangeArchive | undefined {
  return archives.get(db)
}

export interface LogPart {
  readonly changes: readonly LoggedChange[]
  /** Whether nothing follows. */
  readonly isLast: boolean
}

/** A query of the archive takes longer than one of the database. */
const archivedMax = 500

/** The changes after a position, at most `max` of the database. Undefined if they are no longer, or not, in log and archive. */
export async function readLogPart(
  db: ChangeDatabase,
  service: string,
  after: LogPosition,
  max: number,
  signal?: AbortSignal,
): Promise<LogPart | undefined> {
  const stored = await readLog(db.read, service, after, max)
  if (stored !== undefined) return { changes: stored, isLast: stored.length < max }
  const archive = archives.get(db)
  if (archive === undefined) return undefined
  const archived = await readArchived(db, archive, service, after, signal)
  return archived && { changes: archived, isLast: false }
}

/** Up to where the database begins: what the archive has beyond that may be of a time before a restore. */
async function readArchived(
  { read }: ChangeDatabase,
  archive: ChangeArchive,
  service: string,
  after: LogPosition,
  signal: AbortSignal | undefined,
): Promise<LoggedChange[] | undefined> {
  const start = await readStart(read, service)
  if (after.number >= start.number) return undefined
  const to = Math.min(start.number, after.number + archivedMax)
  const rows = (await archive.read(service, after.number, to, signal)).map(toLoggedChange)
  const isKnown = rows[0] !== undefined && isPositionOf(rows[0], after)
  const following = isKnown ? rows.slice(1) : rows
  // Where a change is missing, it was deleted without being archived.
  const missing = following.findIndex((row, at) => !isNext(row, { number: after.number + at }))
  const changes = missing === -1 ? following : following.slice(0, missing)
  return changes.length > 0 ? changes : undefined
}

/** The position before the oldest change after another one, by default of all, wherever that is. */
export async function readOldest(
  db: ChangeDatabase,
  service: string,
  { after = 0, signal }: { readonly after?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<LogPosition> {
  const start = await readStart(db.read, service)
  if (after >= start.number) return start
  const next = await archives.get(db)?.readNext(service, after, signal)
  return next === undefined || next > start.number ? start : { number: next - 1, at: 0 }
}
