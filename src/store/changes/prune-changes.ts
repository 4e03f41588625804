/** Deletes the oldest changes of a service: those that are too old, and those that are too many. */

import type { Transaction } from 'kysely'
import type { ReadModelTables } from '../tables.ts'
import { changeScope } from './change-scope.ts'

export interface ChangeRetention {
  readonly service: string
  readonly days: number
  readonly rowsMax: number
}

const dayMs = 86_400_000
/** Rows per transaction. */
const rowsPerPart = 5000

/** Only from the beginning, so that what is left has no gap. Returns the number of deleted changes. */
export async function pruneChanges(
  { tx, now }: { readonly tx: Transaction<ReadModelTables>; readonly now: number },
  { service, days, rowsMax }: ChangeRetention,
): Promise<number> {
  const counter = await tx
    .selectFrom('publication')
    .select('version')
    .where('scope', '=', changeScope(service))
    .executeTakeFirst()
  const oldest = await tx
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
  const last = due.at(-1)
  if (last === undefined) return 0
  await tx.deleteFrom('change').where('service', '=', service).where('number', '<=', last.number).execute()
  return due.length
}
