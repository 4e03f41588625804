/**
 * Adds up old entries: each account keeps one entry for what it was granted and one for what it was charged before, so
 * that the sums of the entries, and with them the balance, stay the same. Entries without an effect on a balance are
 * deleted: refunded ones, and those of anonymous callers, whose accounts last a day.
 */

import type { Ledger, LedgerTransaction } from '../tables.ts'

/** Entries per transaction. */
const entriesMax = 1000
const carriedUsecase = 'carried_forward'

/** Entries settled before `beforeMs`. Returns the number of deleted entries; call it until that is 0. */
export async function compactEntries(ledger: Ledger, beforeMs: number): Promise<number> {
  const withoutEffect = await deleteWithoutEffect(ledger, beforeMs)
  if (withoutEffect > 0) return withoutEffect
  const account = await ledger.read
    .selectFrom('credit_entry')
    .select(['subject', 'kind'])
    .where('created_at', '<', beforeMs)
    .where('state', '=', 'kept')
    .where('usecase', '!=', carriedUsecase)
    .limit(1)
    .executeTakeFirst()
  if (!account) return 0
  return await ledger.transaction((tx) => carryForward(ledger, tx, account, beforeMs))
}

async function deleteWithoutEffect(ledger: Ledger, beforeMs: number): Promise<number> {
  return await ledger.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('credit_entry')
      .select('id')
      .where('created_at', '<', beforeMs)
      .where('state', '!=', 'held')
      .where(({ eb, or }) => or([eb('state', '=', 'refunded'), eb('identity_id', 'is', null)]))
      .limit(entriesMax)
      .execute()
    return await deleteEntries(tx, rows)
  })
}

async function carryForward(
  ledger: Ledger,
  tx: LedgerTransaction,
  { subject, kind }: { readonly subject: string; readonly kind: 'charge' | 'grant' },
  beforeMs: number,
): Promise<number> {
  await ledger.dialect.lock(tx, `credits ${subject}`)
  const rows = await tx
    .selectFrom('credit_entry')
    .selectAll()
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('state', '=', 'kept')
    .where(({ eb, or }) => or([eb('created_at', '<', beforeMs), eb('usecase', '=', carriedUsecase)]))
    // Entries of the same account that were carried before come first and are carried again.
    .orderBy(({ eb }) => eb.case().when('usecase', '=', carriedUsecase).then(0).else(1).end())
    .orderBy('id')
    .limit(entriesMax)
    .execute()
  const [first] = rows
  if (!first || rows.every((row) => row.usecase === carriedUsecase)) return 0
  const { id: _, ...facts } = first
  await deleteEntries(tx, rows)
  await tx
    .insertInto('credit_entry')
    .values({
      ...facts,
      credits: sum(rows.map((row) => row.credits)),
      of_allowance: sum(rows.map((row) => row.of_allowance)),
      request_key: null,
      request_id: null,
      usecase: carriedUsecase,
      route: null,
      note: 'sum of earlier entries',
      created_at: Math.max(...rows.map((row) => row.created_at)),
      settled_at: Math.max(...rows.map((row) => row.settled_at ?? row.created_at)),
    })
    .execute()
  return rows.length
}

async function deleteEntries(
  tx: LedgerTransaction,
  rows: readonly { readonly id: number }[],
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('credit_entry').where('id', 'in', ids).execute()
  return ids.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
