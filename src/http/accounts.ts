/** What a service may use of identities, without knowing how they are kept. */

import type { TSchema } from 'typebox'
import type { Principal } from './access-control.ts'
import type { Reply } from './reply.ts'
import type { AnyRoute, RequestContext } from './route.ts'

export interface ChargeOrder {
  readonly principal: Principal
  /** Whole credits; 0 charges nothing. */
  readonly credits: number
  readonly requestId: string
  /** Method and path as in the API document: `POST /v1/availability/snapshot`. */
  readonly route: string
  /** What the credits are for, e.g. `availability_snapshot`. */
  readonly usecase: string
  /** Tells two requests under one id apart: a hash of the body, say. */
  readonly fingerprint?: string
  readonly signal?: AbortSignal
}

/** Credits that were taken. Settle it: keep them with the answer, or give them back when there is none. */
export interface Charge {
  readonly credits: number
  /** The same request was charged before, and is not charged again. */
  readonly isRepeat: boolean
  commit(): Promise<void>
  refund(): Promise<void>
}

export interface AnalyticsWindow {
  readonly days: number
  readonly topLimit: number
  /** Where the rolling window begins. */
  readonly sinceMs: number
  readonly nowMs: number
}

export interface Accounts {
  /** Takes credits, or throws `insufficient_credits`. Never twice for one request. */
  charge(order: ChargeOrder): Promise<Charge>
  /** Holds live reads to their own limit; throws `rate_limited`. */
  admitLive(who: Principal): Promise<void>
  /**
   * Runs `work` once per `Idempotency-Key`, caller and route; a repeat within 24 hours gets the first answer. Without the
   * header it simply runs.
   */
  idempotent(ask: IdempotentRequest, route: string, work: () => Promise<Reply>): Promise<Reply>
  /** `POST /v1/auth/otp`, `/v1/auth/verify` and the routes of `/v1/auth/keys`. */
  readonly authRoutes: readonly AnyRoute[]
  /** `GET /v1/usage`. */
  readonly usageRoute: AnyRoute
  /** `POST /v1/auth/limits/requests`. */
  readonly limitRequestRoute: AnyRoute
  /** `GET /v1/analytics`, with the service's own account of its syncs. */
  analyticsRoute(options: {
    readonly schema: TSchema
    sync(window: AnalyticsWindow): Promise<unknown>
  }): AnyRoute
}

export type IdempotentRequest = Pick<
  RequestContext<never, never, unknown>,
  'admission' | 'body' | 'idempotencyKey' | 'nowMs' | 'signal'
>
