/** The audit log of operator actions, written in the same transaction as the action. */

import { toInstant } from '../../core/clock.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'

interface OperatorAction {
  readonly operator: string
  /** Command and subcommand: `keys.revoke`, `identities.block`. */
  readonly action: string
  readonly target: string
  readonly details?: Readonly<Record<string, unknown>>
}

export async function recordAction(
  tx: LedgerTransaction,
  { operator, action, target, details = {} }: OperatorAction,
  nowMs: number,
): Promise<void> {
  await tx
    .insertInto('operator_action')
    .values({ at: nowMs, operator, action, target, details: JSON.stringify(details) })
    .execute()
}

export async function readActions(ledger: Ledger, limit: number) {
  const rows = await ledger.read
    .selectFrom('operator_action')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, operator, action, target, details }) => ({
    at: toInstant(at),
    operator,
    action,
    target,
    details: JSON.parse(details) as Readonly<Record<string, unknown>>,
  }))
}
