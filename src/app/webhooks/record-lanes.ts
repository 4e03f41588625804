/** Reads and writes what the ledger knows of webhooks, for the one process that sends. */

import type { Ledger } from '../../identity/index.ts'
import { idList } from '../../store/id-list.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/tables.ts'
import type { Lane } from './lane.ts'
import { webhookScope } from './subscriptions.ts'

/** Those that are on, of identities that are not blocked. */
export async function readActive({ read }: Ledger, service: string): Promise<WebhookRow[]> {
  return await read
    .selectFrom('webhook')
    .innerJoin('identity', 'identity.id', 'webhook.identity_id')
    .selectAll('webhook')
    .where('webhook.service', '=', service)
    .where('webhook.state', '=', 'on')
    .where('identity.blocked_at', 'is', null)
    .orderBy('webhook.id')
    .execute()
}

export async function readPending(
  { read, engine }: Ledger,
  webhookIds: readonly string[],
): Promise<Map<string, WebhookDeliveryRow[]>> {
  if (webhookIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', 'in', idList(engine, JSON.stringify(webhookIds)))
    .where('state', '=', 'pending')
    .execute()
  return Map.groupBy(rows, ({ webhook_id }) => webhook_id)
}

/**
 * In one transaction, so that a position never passes a message that has no row. What the owner moved meanwhile keeps its
 * position: the lane is then outdated.
 */
export async function recordLanes(ledger: Ledger, lanes: readonly Lane[], nowMs: number): Promise<void> {
  const taken = lanes.map((lane) => ({
    lane,
    rows: [...lane.changed.values()],
    position: lane.savedPosition,
  }))
  await ledger.transaction(async (tx) => {
    const known = await tx
      .selectFrom('webhook')
      .select('id')
      .where('id', 'in', idList(ledger.engine, JSON.stringify(lanes.map(({ id }) => id))))
      .execute()
    const isKnown = new Set(known.map(({ id }) => id))
    const rows = taken.flatMap((one) => (isKnown.has(one.lane.id) ? one.rows : []))
    if (rows.length > 0) {
      const ids = JSON.stringify(rows.map(({ id }) => id))
      await tx.deleteFrom('webhook_delivery').where('id', 'in', idList(ledger.engine, ids)).execute()
      await ledger.dialect.insertRows(
        tx,
        'webhook_delivery',
        rows.map((row) => ({ ...row })),
      )
    }
    for (const { lane, position } of taken)
      await tx
        .updateTable('webhook')
        .set({
          epoch: lane.epoch,
          position: position.number,
          position_at: position.at,
          failures: lane.failures,
          failing_since: lane.failingSince,
          delivered_at: lane.deliveredAt,
        })
        .where('id', '=', lane.id)
        .where('generation', '=', lane.row.generation)
        .execute()
    for (const { lane } of taken) if (lane.end !== undefined) await end(tx, lane, lane.end, nowMs)
    if (taken.some(({ lane }) => lane.end !== undefined))
      await ledger.dialect.bumpVersion(tx, webhookScope, nowMs)
  })
  // What changed while it was written is written next time.
  for (const { lane, rows } of taken)
    for (const row of rows) if (lane.changed.get(row.id) === row) lane.changed.delete(row.id)
}

async function end(
  tx: Parameters<Parameters<Ledger['transaction']>[0]>[0],
  lane: Lane,
  { state, reason }: NonNullable<Lane['end']>,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ state, reason, changed_at: nowMs, mail_due_at: state === 'disabled' ? nowMs : null })
    .where('id', '=', lane.id)
    .where('state', '=', 'on')
    .where('generation', '=', lane.row.generation)
    .execute()
}
