/** When the store was last backed up: a mark in the ledger, so that every node knows. */

import type { Database } from '../store.ts'
import type { LedgerTables } from '../tables.ts'

type Ledger = Database<LedgerTables>

const markName = 'backup'

export async function recordBackup(ledger: Ledger, nowMs: number): Promise<void> {
  const value = String(nowMs)
  await ledger.transaction(async (tx) => {
    await tx
      .insertInto('store_mark')
      .values({ name: markName, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}

/** If there was none, `at` is when the ledger was created. */
export async function readLastBackup({
  read,
}: Ledger): Promise<{ readonly at: number; readonly isBackup: boolean }> {
  const mark = await read
    .selectFrom('store_mark')
    .select('value')
    .where('name', '=', markName)
    .executeTakeFirst()
  if (mark !== undefined) return { at: Number(mark.value), isBackup: true }
  const created = await read
    .selectFrom('migration')
    .select(({ fn }) => fn.min('applied_at').as('at'))
    .executeTakeFirstOrThrow()
  return { at: Number(created.at), isBackup: false }
}
