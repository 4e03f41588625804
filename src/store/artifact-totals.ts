/** How many artifacts the ledger lists, and their size. */

import type { Database, StoreReport } from './store.ts'
import type { LedgerTables } from './tables.ts'

export async function readArtifactTotals({
  heavy,
}: Database<LedgerTables>): Promise<StoreReport['artifacts']> {
  const { files, bytes } = await heavy
    .selectFrom('artifact')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0) }
}
