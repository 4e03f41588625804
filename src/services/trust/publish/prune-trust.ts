/** Deletes vendors that nothing refers to any more, and counts of days long ago. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import type { PruneContext } from '../../../sync/source.ts'
import { coverageDaysMax } from '../schema/coverage.ts'
import type { TrustTables, TrustTx } from '../schema/tables.ts'
import { publishNames } from './names.ts'

/** Rows per transaction. */
const rowsMax = 1000

/** Returns the number of deleted rows. */
export async function pruneTrust({ tx: anyTx, dialect, now }: PruneContext): Promise<number> {
  const tx: TrustTx = anyTx.withTables<TrustTables>()
  await dialect.lock(tx, 'trust')
  return (await deleteVendors(tx)) + (await deleteDays(tx, now))
}

/** A row per provider and day. */
async function deleteDays(tx: TrustTx, now: number): Promise<number> {
  const first = toInstant(now - coverageDaysMax * 86_400_000).slice(0, 10)
  const { numDeletedRows } = await tx
    .deleteFrom('trust_coverage_day')
    .where('day', '<=', first)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Vendors stay while a company lists them or a change names them. */
async function deleteVendors(tx: TrustTx): Promise<number> {
  const unused = await tx
    .selectFrom('trust_vendor')
    .select('id')
    .where('companies', '=', 0)
    .where('id', 'not in', (eb) => eb.selectFrom('trust_item').select('subject'))
    .where('id', 'not in', (eb) =>
      eb.selectFrom('change').select('subject').where(sql<boolean>`service = 'trust'`),
    )
    .limit(rowsMax)
    .execute()
  const ids = unused.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('trust_vendor').where('id', 'in', ids).execute()
  await publishNames(tx, 'vendor', ids, [])
  return ids.length
}
