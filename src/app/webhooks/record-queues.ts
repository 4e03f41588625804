/** Reads and writes what the ledger knows of webhooks, for the one process that sends. */

import type { Ledger } from '../../identity/index.ts'
import { idList } from '../../store/id-list.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/tables.ts'
import type { WebhookQueue } from './webhook-queue.ts'
import { webhookScope } from './webhooks.ts'

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
 * position: the queue is then outdated.
 */
export async function recordQueues(
  ledger: Ledger,
  queues: readonly WebhookQueue[],
  nowMs: number,
): Promise<void> {
  const taken = queues.map((queue) => ({
    queue,
    rows: [...queue.changed.values()],
    position: queue.savedPosition,
  }))
  await ledger.transaction(async (tx) => {
    const known = await tx
      .selectFrom('webhook')
      .select('id')
      .where('id', 'in', idList(ledger.engine, JSON.stringify(queues.map(({ id }) => id))))
      .execute()
    const isKnown = new Set(known.map(({ id }) => id))
    const rows = taken.flatMap((one) => (isKnown.has(one.queue.id) ? one.rows : []))
    if (rows.length > 0) {
      const ids = JSON.stringify(rows.map(({ id }) => id))
      await tx.deleteFrom('webhook_delivery').where('id', 'in', idList(ledger.engine, ids)).execute()
      await ledger.dialect.insertRows(
        tx,
        'webhook_delivery',
        rows.map((row) => ({ ...row })),
      )
    }
    for (const { queue, position } of taken)
      await tx
        .updateTable('webhook')
        .set({
          epoch: queue.epoch,
          position: position.number,
          position_at: position.at,
          failures: queue.failures,
          failing_since: queue.failingSince,
          delivered_at: queue.deliveredAt,
        })
        .where('id', '=', queue.id)
        .where('generation', '=', queue.row.generation)
        .execute()
    for (const { queue } of taken) if (queue.end !== undefined) await end(tx, queue, queue.end, nowMs)
    if (taken.some(({ queue }) => queue.end !== undefined))
      await ledger.dialect.bumpVersion(tx, webhookScope, nowMs)
  })
  // What changed while it was written is written next time.
  for (const { queue, rows } of taken)
    for (const row of rows) if (queue.changed.get(row.id) === row) queue.changed.delete(row.id)
}

async function end(
  tx: Parameters<Parameters<Ledger['transaction']>[0]>[0],
  queue: WebhookQueue,
  { state, reason }: NonNullable<WebhookQueue['end']>,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ state, reason, changed_at: nowMs, mail_due_at: state === 'disabled' ? nowMs : null })
    .where('id', '=', queue.id)
    .where('state', '=', 'on')
    .where('generation', '=', queue.row.generation)
    .execute()
}
