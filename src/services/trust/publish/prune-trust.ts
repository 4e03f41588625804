/** Deletes old changes, and vendors that nothing refers to any more. */

import type { PruneContext } from '../../../sync/source.ts'
import type { TrustTables, TrustTx } from '../schema/tables.ts'

/** Rows per transaction. */
const rowsMax = 1000
const dayMs = 86_400_000

/** Returns the number of deleted rows. */
export async function pruneTrust(
  { tx: anyTx, dialect, now }: PruneContext,
  changeDays: number,
): Promise<number> {
  const tx: TrustTx = anyTx.withTables<TrustTables>()
  await dialect.lock(tx, 'trust')
  return (await deleteChanges(tx, now - changeDays * dayMs)) + (await deleteVendors(tx))
}

async function deleteChanges(tx: TrustTx, before: number): Promise<number> {
  const old = await tx
    .selectFrom('trust_change')
    .select('id')
    .where('detected_at', '<', before)
    .limit(rowsMax)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('trust_change').where('id', 'in', ids).execute()
  return ids.length
}

/** Vendors stay while a company lists them or a change names them. */
async function deleteVendors(tx: TrustTx): Promise<number> {
  const unused = await tx
    .selectFrom('trust_vendor')
    .select('id')
    .where('companies', '=', 0)
    .where('id', 'not in', (eb) => eb.selectFrom('trust_item').select('subject'))
    .where('id', 'not in', (eb) => eb.selectFrom('trust_change').select('subject'))
    .limit(rowsMax)
    .execute()
  const ids = unused.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('trust_vendor').where('id', 'in', ids).execute()
  return ids.length
}
