/** Deletes the oldest changes of a service: those that are too old, and those that are too many. */

import type { Kysely, Transaction } from 'kysely'
import type { ArchiveContext } from '../archive-attempt.ts'
import type { ReadModelTables } from '../tables.ts'
import { changeArchiveOf } from './change-archive.ts'
import { changeScope } from './change-scope.ts'

export interface ChangeRetention {
  readonly service: string
  readonly days: number
  readonly rowsMax: number
}

const dayMs = 86_400_000
/** Rows per transaction. */
const rowsPerPart = 5000

interface PruneContext {
  readonly tx: Transaction<ReadModelTables>
  readonly now: number
  /** With an archive: the number of the last change that may be deleted. */
  readonly archivedUntil?: number | undefined
}

/** Only from the beginning, so that what is left has no gap. Returns the number of deleted changes. */
export async function pruneChanges(
  { tx, now, archivedUntil }: PruneContext,
  retention: ChangeRetention,
): Promise<number> {
  const until = archivedUntil ?? (await findDueUntil(tx, retention, now))
  if (until === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('change')
    .where('service', '=', retention.service)
    .where('number', '<=', until)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The number of the last change of a part that is due; 0 if none is. */
async function findDueUntil(
  read: Kysely<ReadModelTables>,
  { service, days, rowsMax }: ChangeRetention,
  now: number,
): Promise<number> {
  const counter = await read
    .selectFrom('publication')
    .select('version')
    .where('scope', '=', changeScope(service))
    .executeTakeFirst()
  const oldest = await read
    .selectFrom('change')
    .select(['number', 'detected_at'])
    .where('service', '=', service)
    .orderBy('number')
    .limit(rowsPerPart)
    .execute()
  const surplusUntil = Number(counter?.version ?? 0) - rowsMax
  const before = now - days * dayMs
  const isDue = (row: (typeof oldest)[number]) =>
    Number(row.number) <= surplusUntil || Number(row.detected_at) < before
  const firstKept = oldest.findIndex((row) => !isDue(row))
  const due = firstKept === -1 ? oldest : oldest.slice(0, firstKept)
  return Number(due.at(-1)?.number ?? 0)
}

/** The number of the last change that may be deleted; 0 if none may. Undefined without an archive: then all that are due. */
export async function archiveChanges(
  { db, now, signal, attempt }: ArchiveContext,
  { service, days, rowsMax }: ChangeRetention,
): Promise<number | undefined> {
  const archive = changeArchiveOf(db)
  if (archive === undefined) return undefined
  const findDue = async (patience: number) => {
    const retention = { service, days: patience * days, rowsMax: patience * rowsMax }
    return await db.heavy
      .selectFrom('change')
      .selectAll()
      .where('service', '=', service)
      .where('number', '<=', await findDueUntil(db.heavy, retention, now))
      .orderBy('number')
      .execute()
  }
  const rows = await attempt.archive(findDue, archive, signal)
  return Number(rows.at(-1)?.number ?? 0)
}
