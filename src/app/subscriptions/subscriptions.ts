/** The subscriptions of an identity by e-mail and as calendars. */

import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { notFound } from '../../core/errors.ts'
import { hashesEqual, type KeyedHash, type Ledger, type LedgerTransaction } from '../../identity/index.ts'
import type { LogPosition } from '../../store/changes/read-log.ts'
import type { SubscriptionRow } from '../../store/tables.ts'
import { requireRoom } from '../account/owner.ts'
import type { Subscription } from './subscription-schema.ts'

type SubscriptionView = Static<typeof Subscription>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const digestHour = 6

/** All digests of an identity are due at the same time, so that they are one e-mail. */
export function nextDigestAt(every: SubscriptionRow['every'], nowMs: number): number {
  if (every === 'hour') return (Math.floor(nowMs / hourMs) + 1) * hourMs
  const offset = digestHour * hourMs
  return (Math.floor((nowMs - offset) / dayMs) + 1) * dayMs + offset
}

interface NewSubscription extends Pick<SubscriptionRow, 'identity_id' | 'form' | 'service' | 'every'> {
  readonly filters: Readonly<Record<string, string>>
  readonly epoch: number
  readonly position: LogPosition
  readonly nowMs: number
}

/** Throws when there are too many. */
export async function createSubscription(
  ledger: Ledger,
  tx: LedgerTransaction,
  { filters, position, nowMs, ...wanted }: NewSubscription,
): Promise<SubscriptionRow> {
  await requireRoom(ledger, tx, 'subscription', wanted.identity_id, nowMs)
  const row: SubscriptionRow = {
    ...wanted,
    id: `sub_${randomBytes(12).toString('hex')}`,
    filters: JSON.stringify(filters),
    state: 'on',
    position: position.number,
    position_at: position.at,
    due_at: wanted.form === 'email' ? nextDigestAt(wanted.every, nowMs) : null,
    sent_at: null,
    created_at: nowMs,
  }
  await tx.insertInto('subscription').values(row).execute()
  return row
}

/** Newest first. */
export async function readSubscriptions({ read }: Ledger, identityId: string): Promise<SubscriptionRow[]> {
  return await read
    .selectFrom('subscription')
    .selectAll()
    .where('identity_id', '=', identityId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Throws `not_found`, also if it belongs to somebody else. */
export async function deleteSubscription(ledger: Ledger, identityId: string, id: string): Promise<void> {
  const deleted = await ledger.transaction(async (tx) =>
    tx
      .deleteFrom('subscription')
      .where('id', '=', id)
      .where('identity_id', '=', identityId)
      .returning('id')
      .executeTakeFirst(),
  )
  if (deleted === undefined) throw notFound('subscription', 'subscription_id')
}

/** Undefined if it is no more, or its owner is blocked. */
export async function readCalendar({ read }: Ledger, id: string): Promise<SubscriptionRow | undefined> {
  return await read
    .selectFrom('subscription')
    .innerJoin('identity', 'identity.id', 'subscription.identity_id')
    .selectAll('subscription')
    .where('subscription.id', '=', id)
    .where('form', '=', 'calendar')
    .where('identity.blocked_at', 'is', null)
    .executeTakeFirst()
}

/** No more e-mails to this identity. */
export async function unsubscribe(ledger: Ledger, identityId: string): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .deleteFrom('subscription')
      .where('identity_id', '=', identityId)
      .where('form', '=', 'email')
      .execute()
  })
}

/** What an address has to know: of whom or what, and that the server made it. It can be made again, and is not stored. */
export function toToken(hash: KeyedHash, purpose: 'unsubscribe' | 'calendar', id: string): string {
  return `${id}.${hash(purpose, id)}`
}

/** The id; undefined if the server did not make the token for this purpose. */
export function parseToken(
  hash: KeyedHash,
  purpose: 'unsubscribe' | 'calendar',
  token: string,
): string | undefined {
  const at = token.lastIndexOf('.')
  const id = token.slice(0, Math.max(0, at))
  return at > 0 && hashesEqual(token.slice(at + 1), hash(purpose, id)) ? id : undefined
}

export function toSubscriptionView(row: SubscriptionRow, calendarUrl: string | null): SubscriptionView {
  return {
    id: row.id,
    form: row.form,
    service: row.service,
    filters: JSON.parse(row.filters) as Record<string, string>,
    every: row.every,
    state: row.state,
    calendar_url: calendarUrl,
    sent_at: toInstantOrNull(row.sent_at),
    created_at: toInstant(row.created_at),
  }
}
