/** The webhooks of an identity. What its owner changes takes effect within a second, on whichever node sends. */

import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { Failure, notFound } from '../../core/errors.ts'
import { formatPosition } from '../../http/changes/position.ts'
import type { KeyedHash, Ledger, LedgerTransaction } from '../../identity/index.ts'
import type { LogPosition } from '../../store/changes/read-log.ts'
import type { WebhookRow } from '../../store/tables.ts'
import { requireRoom } from '../account/owner.ts'
import type { NewWebhook, Webhook } from './webhook-schema.ts'
import { oldSecretMs, webhookSecrets } from './webhook-secrets.ts'

/** Scope of `Ledger.version`: increases when those who send must read the webhooks again. */
export const webhookScope = 'webhooks'

type WebhookView = Static<typeof Webhook>
type NewWebhookView = Static<typeof NewWebhook>

interface WantedWebhook {
  readonly identityId: string
  readonly service: string
  readonly filters: Readonly<Record<string, string>>
  readonly url: string
  readonly label: string | undefined
  readonly epoch: number
  readonly position: LogPosition
  readonly nowMs: number
}

/** Throws when there are too many. */
export async function createWebhook(
  ledger: Ledger,
  tx: LedgerTransaction,
  hash: KeyedHash,
  wanted: WantedWebhook,
): Promise<NewWebhookView> {
  const { identityId, nowMs, position } = wanted
  await requireRoom(ledger, tx, 'webhook', identityId, nowMs)
  const row: WebhookRow = {
    id: `wh_${randomBytes(12).toString('hex')}`,
    identity_id: identityId,
    service: wanted.service,
    filters: JSON.stringify(wanted.filters),
    url: wanted.url,
    label: wanted.label ?? null,
    state: 'on',
    reason: null,
    secret_version: 1,
    old_secret_until: null,
    epoch: wanted.epoch,
    position: position.number,
    position_at: position.at,
    generation: 1,
    created_at: nowMs,
    changed_at: nowMs,
    failing_since: null,
    failures: 0,
    delivered_at: null,
    mail_due_at: null,
  }
  await tx.insertInto('webhook').values(row).execute()
  await ledger.dialect.bumpVersion(tx, webhookScope, nowMs)
  return { ...toWebhookView(row, 0), secret: currentSecret(hash, row, nowMs) }
}

/** Newest first. */
export async function readWebhooks(
  { read }: Pick<Ledger, 'read'>,
  identityId: string,
): Promise<WebhookView[]> {
  const rows = await read
    .selectFrom('webhook')
    .selectAll()
    .where('identity_id', '=', identityId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return await Promise.all(rows.map(async (row) => toWebhookView(row, await countPending(read, row.id))))
}

/** Throws `not_found`, also if it belongs to somebody else. */
export async function readWebhook(
  { read }: { readonly read: Ledger['read'] | LedgerTransaction },
  identityId: string,
  id: string,
): Promise<WebhookRow> {
  const row = await read
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('webhook', 'webhook_id')
  return row
}

export async function viewWebhook({ read }: Pick<Ledger, 'read'>, row: WebhookRow): Promise<WebhookView> {
  return toWebhookView(row, await countPending(read, row.id))
}

export interface ChangeRequest {
  readonly identityId: string
  readonly id: string
  readonly nowMs: number
}

/** Writes what the owner changes, and whoever sends reads it again. */
async function change(
  ledger: Ledger,
  { identityId, id, nowMs }: ChangeRequest,
  toChanges: (row: WebhookRow) => Partial<WebhookRow>,
  alsoChange?: (tx: LedgerTransaction) => Promise<void>,
): Promise<WebhookRow> {
  return await ledger.transaction(async (tx) => {
    await ledger.dialect.lock(tx, `webhook ${id}`)
    const row = await readWebhook({ read: tx }, identityId, id)
    const changes = { ...toChanges(row), changed_at: nowMs }
    await tx.updateTable('webhook').set(changes).where('id', '=', id).execute()
    await alsoChange?.(tx)
    await ledger.dialect.bumpVersion(tx, webhookScope, nowMs)
    return { ...row, ...changes }
  })
}

/** What happens meanwhile waits in the log. One that has ended or is disabled stays so. */
export async function pauseWebhook(ledger: Ledger, request: ChangeRequest): Promise<WebhookRow> {
  return await change(ledger, request, ({ state }) => ({ state: state === 'on' ? 'paused' : state }))
}

/** It goes on where it stopped, and has five days again. Also of one that is on: what waits for another attempt is due now. */
export async function resumeWebhook(ledger: Ledger, request: ChangeRequest): Promise<WebhookRow> {
  const toChanges = ({ state, generation }: WebhookRow): Partial<WebhookRow> => {
    if (state === 'ended') throw new Failure('webhook_ended', 'The receiver has ended this webhook.')
    return {
      state: 'on',
      reason: null,
      failing_since: null,
      failures: 0,
      mail_due_at: null,
      generation: generation + 1,
    }
  }
  return await change(ledger, request, toChanges, async (tx) => {
    await tx
      .updateTable('webhook_delivery')
      .set({ due_at: request.nowMs })
      .where('webhook_id', '=', request.id)
      .where('state', '=', 'pending')
      .execute()
  })
}

/** The old secret also signs for a day. One that was replaced earlier does not any more. */
export async function rotateSecret(
  ledger: Ledger,
  hash: KeyedHash,
  request: ChangeRequest,
): Promise<NewWebhookView> {
  const row = await change(ledger, request, ({ secret_version }) => ({
    secret_version: secret_version + 1,
    old_secret_until: request.nowMs + oldSecretMs,
  }))
  return { ...(await viewWebhook(ledger, row)), secret: currentSecret(hash, row, request.nowMs) }
}

/** Moves it back. Throws `not_found`. */
export async function moveWebhook(
  ledger: Ledger,
  request: ChangeRequest,
  epoch: number,
  position: LogPosition,
): Promise<WebhookRow> {
  return await change(ledger, request, ({ generation }) => ({
    generation: generation + 1,
    epoch,
    position: position.number,
    position_at: position.at,
  }))
}

export async function deleteWebhook(ledger: Ledger, { identityId, id, nowMs }: ChangeRequest): Promise<void> {
  await ledger.transaction(async (tx) => {
    await readWebhook({ read: tx }, identityId, id)
    await tx.deleteFrom('webhook').where('id', '=', id).execute()
    await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
    await ledger.dialect.bumpVersion(tx, webhookScope, nowMs)
  })
}

function currentSecret(hash: KeyedHash, row: WebhookRow, nowMs: number): string {
  const [secret] = webhookSecrets(hash, row, nowMs)
  return secret as string
}

async function countPending(read: Ledger['read'], id: string): Promise<number> {
  const { count } = await read
    .selectFrom('webhook_delivery')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhook_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}

function toWebhookView(row: WebhookRow, pending: number): WebhookView {
  const position = { number: Number(row.position), at: Number(row.position_at) }
  return {
    id: row.id,
    service: row.service,
    filters: JSON.parse(row.filters) as Record<string, string>,
    url: row.url,
    label: row.label,
    state: row.state,
    reason: row.reason,
    changes_after: formatPosition(Number(row.epoch), position),
    pending,
    failing_since: toInstantOrNull(row.failing_since),
    delivered_at: toInstantOrNull(row.delivered_at),
    old_secret_until: toInstantOrNull(row.old_secret_until),
    created_at: toInstant(row.created_at),
  }
}
