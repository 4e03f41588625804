/** Requests for higher rate limits: one pending per identity, decided by an operator. */

import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { type Clock, toInstant, toInstantOrNull } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { LimitRequest } from '../schema.ts'
import { identityScope, type Ledger, type LedgerTransaction, type LimitRequestRow } from '../tables.ts'
import { recordAction } from './audit.ts'

export type LimitRequestView = Static<typeof LimitRequest>

export async function createLimitRequest(
  ledger: Ledger,
  request: Pick<LimitRequestRow, 'identity_id' | 'per_second' | 'per_minute' | 'reason'>,
  nowMs: number,
): Promise<LimitRequestView> {
  checkLimits(request)
  const row: LimitRequestRow = {
    id: `lr_${randomBytes(10).toString('hex')}`,
    ...request,
    status: 'pending',
    created_at: nowMs,
    decided_at: null,
    decision_note: null,
  }
  await ledger.transaction(async (tx) => {
    await ledger.dialect.lock(tx, `limit requests ${row.identity_id}`)
    const pendingRequest = await tx
      .selectFrom('limit_request')
      .select(['id', 'created_at'])
      .where('identity_id', '=', row.identity_id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (pendingRequest) {
      throw new Failure('limit_request_open', 'Your previous request for higher limits is still pending.', {
        details: { id: pendingRequest.id, created_at: toInstant(pendingRequest.created_at) },
      })
    }
    await tx.insertInto('limit_request').values(row).execute()
    await pruneRequests(tx, row.identity_id)
  })
  return toLimitRequestView(row)
}

/** Of one identity, the open one included. */
export const limitRequestsMax = 20

async function pruneRequests(tx: LedgerTransaction, identityId: string): Promise<void> {
  const newest = await tx
    .selectFrom('limit_request')
    .select('id')
    .where('identity_id', '=', identityId)
    .orderBy('created_at', 'desc')
    .limit(limitRequestsMax)
    .execute()
  const ids = newest.map(({ id }) => id)
  await tx
    .deleteFrom('limit_request')
    .where('identity_id', '=', identityId)
    .where('id', 'not in', ids)
    .where('status', '!=', 'pending')
    .execute()
}

interface RequestFilter {
  readonly status?: LimitRequestRow['status'] | undefined
  readonly identityId?: string | undefined
}

interface RequestPage {
  /** The row that the page follows. */
  readonly after?: Pick<LimitRequestRow, 'created_at' | 'id'> | undefined
  readonly limit: number
}

/** Newest first. */
export async function readLimitRequests(
  ledger: Ledger,
  { status, identityId }: RequestFilter,
  { after, limit }: RequestPage,
): Promise<(LimitRequestRow & { readonly email: string })[]> {
  let query = ledger.read
    .selectFrom('limit_request')
    .innerJoin('identity', 'identity.id', 'limit_request.identity_id')
    .selectAll('limit_request')
    .select('identity.email')
  if (status !== undefined) query = query.where('status', '=', status)
  if (identityId !== undefined) query = query.where('identity_id', '=', identityId)
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('limit_request.created_at', 'limit_request.id'), '<', tuple(after.created_at, after.id)),
    )
  return await query
    .orderBy('limit_request.created_at', 'desc')
    .orderBy('limit_request.id', 'desc')
    .limit(limit)
    .execute()
}

export interface LimitDecision {
  readonly operator: string
  readonly note: string | undefined
  /** Override the requested limits. */
  readonly perSecond?: number | undefined
  readonly perMinute?: number | undefined
}

/** An approval sets the identity's limits on every node within a second. */
export async function decideLimitRequest(
  ledger: Ledger,
  id: string,
  status: 'approved' | 'rejected',
  { operator, note, perSecond, perMinute }: LimitDecision,
  nowMs: number,
): Promise<LimitRequestView> {
  return await ledger.transaction(async (tx) => {
    await ledger.dialect.lock(tx, `limit request ${id}`)
    const row = await tx.selectFrom('limit_request').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new Failure('not_found', `Limit request ${id} not found.`)
    if (row.status !== 'pending')
      throw new Failure('invalid_request', `Limit request ${id} is already ${row.status}.`)
    const limits = { per_second: perSecond ?? row.per_second, per_minute: perMinute ?? row.per_minute }
    if (status === 'approved') checkLimits(limits)
    const decidedRow = {
      ...row,
      ...(status === 'approved' ? limits : {}),
      status,
      decided_at: nowMs,
      decision_note: note ?? null,
    }
    await tx.updateTable('limit_request').set(decidedRow).where('id', '=', id).execute()
    if (status === 'approved') {
      await tx.updateTable('identity').set(limits).where('id', '=', row.identity_id).execute()
      await ledger.dialect.bumpVersion(tx, identityScope, nowMs)
    }
    const action = status === 'approved' ? 'limits.approve' : 'limits.reject'
    const details = {
      identity_id: row.identity_id,
      note: note ?? null,
      ...(status === 'approved' ? limits : {}),
    }
    await recordAction(tx, { operator, action, target: id, details }, nowMs)
    return toLimitRequestView(decidedRow)
  })
}

export type LimitRequests = ReturnType<typeof openLimitRequests>

/** Of all identities, for operators. */
export function openLimitRequests(ledger: Ledger, clock: Clock) {
  return {
    list: (status: LimitRequestRow['status'], page: RequestPage) =>
      readLimitRequests(ledger, { status }, page),
    /** Records it in the audit log. */
    decide: (id: string, status: 'approved' | 'rejected', decision: LimitDecision) =>
      decideLimitRequest(ledger, id, status, decision, clock.now()),
  }
}

function checkLimits({ per_second, per_minute }: Pick<LimitRequestRow, 'per_second' | 'per_minute'>): void {
  if (per_minute >= per_second) return
  throw new Failure('invalid_request', '`requests_per_minute` must be at least `requests_per_second`.', {
    details: { parameter: 'requests_per_minute', in: 'body', expected: 'at least requests_per_second' },
  })
}

export function toLimitRequestView(row: LimitRequestRow): LimitRequestView {
  return {
    id: row.id,
    status: row.status,
    requests_per_second: row.per_second,
    requests_per_minute: row.per_minute,
    reason: row.reason,
    created_at: toInstant(row.created_at),
    decided_at: toInstantOrNull(row.decided_at),
    decision_note: row.decision_note,
  }
}
