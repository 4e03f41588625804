/** The interface through which services use identities, credits and idempotency. */

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
  /** The purpose of the credits, e.g. `availability_snapshot`. */
  readonly usecase: string
  /** Distinguishes requests with the same id, e.g. a hash of the body. */
  readonly fingerprint?: string
  readonly signal?: AbortSignal
}

/** Reserved credits: commit them with the response, or refund them if there is none. */
export interface Charge {
  readonly credits: number
  /** True if the same request was charged before; it is not charged again. */
  readonly isRepeat: boolean
  commit(): Promise<void>
  refund(): Promise<void>
}

export interface AnalyticsWindow {
  readonly days: number
  readonly topLimit: number
  /** Start of the rolling window. */
  readonly sinceMs: number
  readonly nowMs: number
}

export interface Accounts {
  /** Reserves credits once per request, or throws `insufficient_credits`. */
  charge(order: ChargeOrder): Promise<Charge>
  /** Live reads have a limit of their own; throws `rate_limited`. */
  admitLive(principal: Principal): Promise<void>
  /**
   * Runs `work` once per `Idempotency-Key`, caller and route; a repeat within 24 hours gets the first reply. Without the
   * header it always runs.
   */
  idempotent(request: IdempotentRequest, route: string, work: () => Promise<Reply>): Promise<Reply>
  /** `POST /v1/auth/otp`, `/v1/auth/verify` and the routes of `/v1/auth/keys`. */
  readonly authRoutes: readonly AnyRoute[]
  /** `GET /v1/usage`. */
  readonly usageRoute: AnyRoute
  /** `POST /v1/auth/limits/requests`. */
  readonly limitRequestRoute: AnyRoute
  /** `GET /v1/analytics`, with the service's own summary of its syncs. */
  analyticsRoute(options: {
    readonly schema: TSchema
    sync(window: AnalyticsWindow): Promise<unknown>
  }): AnyRoute
}

export type IdempotentRequest = Pick<
  RequestContext<never, never, unknown>,
  'admission' | 'body' | 'idempotencyKey' | 'nowMs' | 'signal'
>
