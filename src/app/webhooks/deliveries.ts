/** What was sent to a webhook, or waits for another attempt; for its owner. */

import type { Static } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { notFound } from '../../core/errors.ts'
import type { WebhookResult } from '../../core/webhooks/post-webhook.ts'
import type { Ledger } from '../../identity/index.ts'
import type { WebhookDeliveryRow, WebhookDeliveryState, WebhookRow } from '../../store/tables.ts'
import type { WebhookDelivery } from './webhook-schema.ts'
import { type ChangeRequest, readWebhook, webhookScope } from './webhooks.ts'

/** How many deliveries of a webhook stay, and for how long. Those that wait are not counted. */
export const deliveriesMax = 1000
const deliveryDays = 7
const dayMs = 86_400_000

/** Newest first. */
export async function readDeliveries(
  { read }: Pick<Ledger, 'read'>,
  webhookId: string,
  state: WebhookDeliveryState | undefined,
  limit: number,
): Promise<Static<typeof WebhookDelivery>[]> {
  let query = read.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId)
  if (state !== undefined) query = query.where('state', '=', state)
  const rows = await query.orderBy('created_at', 'desc').orderBy('number', 'desc').limit(limit).execute()
  return rows.map(toDeliveryView)
}

/** It is sent again with the same id. Throws `not_found`. */
export async function replayDelivery(
  ledger: Ledger,
  { identityId, id, nowMs }: ChangeRequest,
  deliveryId: string,
): Promise<Static<typeof WebhookDelivery>> {
  return await ledger.transaction(async (tx) => {
    await ledger.dialect.lock(tx, `webhook ${id}`)
    const { generation } = await readWebhook({ read: tx }, identityId, id)
    const row = await tx
      .updateTable('webhook_delivery')
      .set({ state: 'pending', attempts: 0, due_at: nowMs, created_at: nowMs, finished_at: null })
      .where('id', '=', deliveryId)
      .where('webhook_id', '=', id)
      // Not a ping or a gap: they are about a moment that has passed.
      .where('number', '>', 0)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw notFound('delivery', 'delivery_id')
    await tx
      .updateTable('webhook')
      .set({ generation: generation + 1 })
      .where('id', '=', id)
      .execute()
    await ledger.dialect.bumpVersion(tx, webhookScope, nowMs)
    return toDeliveryView(row)
  })
}

interface Ping extends WebhookResult {
  readonly id: string
  readonly createdAt: number
  readonly finishedAt: number
}

/** One attempt, whatever its result. */
export async function recordPing(ledger: Ledger, webhook: WebhookRow, ping: Ping): Promise<void> {
  await ledger.transaction(async (tx) => {
    const row: WebhookDeliveryRow = {
      id: ping.id,
      webhook_id: webhook.id,
      epoch: 0,
      number: 0,
      type: 'webhook.ping',
      subject: '',
      matches: 1,
      state: ping.isDelivered ? 'delivered' : 'failed',
      attempts: 1,
      due_at: ping.createdAt,
      created_at: ping.createdAt,
      finished_at: ping.finishedAt,
      status: ping.status,
      error: ping.error,
    }
    await tx.insertInto('webhook_delivery').values(row).execute()
  })
}

/** Those that are too old, of all webhooks. One that waits stays, unless its webhook was deleted while it was written. */
export async function pruneOldDeliveries(ledger: Pick<Ledger, 'transaction'>, nowMs: number): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('webhook_delivery')
      .where('created_at', '<', nowMs - deliveryDays * dayMs)
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('state', '<>', 'pending'),
          eb('webhook_id', 'not in', selectFrom('webhook').select('webhook.id')),
        ]),
      )
      .execute()
  })
}

/** Those of one webhook that are too many. */
export async function pruneDeliveries(ledger: Ledger, webhookId: string): Promise<void> {
  await ledger.transaction(async (tx) => {
    const oldest = await tx
      .selectFrom('webhook_delivery')
      .select('created_at')
      .where('webhook_id', '=', webhookId)
      .where('state', '<>', 'pending')
      .orderBy('created_at', 'desc')
      .offset(deliveriesMax)
      .limit(1)
      .executeTakeFirst()
    if (oldest === undefined) return
    await tx
      .deleteFrom('webhook_delivery')
      .where('webhook_id', '=', webhookId)
      .where('created_at', '<=', oldest.created_at)
      .where('state', '<>', 'pending')
      .execute()
  })
}

function toDeliveryView(row: WebhookDeliveryRow): Static<typeof WebhookDelivery> {
  return {
    id: row.id,
    type: row.type,
    number: Number(row.number) === 0 ? null : Number(row.number),
    state: row.state,
    attempts: row.attempts,
    created_at: toInstant(row.created_at),
    next_attempt_at: row.state === 'pending' ? toInstant(row.due_at) : null,
    finished_at: toInstantOrNull(row.finished_at),
    status: row.status,
    error: row.error,
  }
}
