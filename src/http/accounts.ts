/** The interface through which services use identities, credits and idempotency. */

import type { TSchema } from 'typebox'
import type { Principal } from './access-control.ts'
import type { Reply } from './reply.ts'
import type { AnyRoute, RequestContext } from './route.ts'

export interface ChargeOrder {
  /** Whole credits; 0 charges nothing. */
  readonly credits: number
  /** The purpose of the credits, e.g. `availability_snapshot`. */
  readonly usecase: string
}

/** Charges for one request. */
export interface Billing {
  /**
   * Holds the most that the request may cost, or throws `insufficient_credits`: before sources are asked, at most once per
   * request. The credits are charged when the response is ready, and returned if there is none.
   */
  charge(order: ChargeOrder): Promise<void>
  /** Returns what the request does not cost after all. `credits`: the price; more than is held is not charged. */
  lower(credits: number): Promise<void>
  /** For `meta.credits_charged`. */
  readonly credits: number
}

export interface AnalyticsWindow {
  readonly days: number
  readonly topLimit: number
  /** Start of the rolling window. */
  readonly sinceMs: number
  readonly nowMs: number
}

export interface Accounts {
  /** Live reads have a limit of their own; throws `rate_limited`. */
  admitLive(principal: Principal): Promise<void>
  /**
   * Runs `work` once per `Idempotency-Key`, caller and route; a repeat within 24 hours gets the first reply. Without the
   * header it always runs. A stream is charged before its first chunk is sent; with the header it is collected, and
   * stored and charged together. `route` is method and path as in the API document.
   */
  idempotent(
    request: IdempotentRequest,
    route: string,
    work: (billing: Billing) => Promise<Reply>,
  ): Promise<Reply>
  /** Sign-in, and the routes of `/v1/auth/keys`. */
  readonly authRoutes: readonly AnyRoute[]
  /** `/v1/usage`, and its history. */
  readonly usageRoutes: readonly AnyRoute[]
  /** `/v1/auth/limits/requests`. */
  readonly limitRequestRoutes: readonly AnyRoute[]
  /** `GET /v1/analytics`, with the service's own summary of its syncs. */
  analyticsRoute(options: {
    readonly schema: TSchema
    sync(window: AnalyticsWindow): Promise<unknown>
  }): AnyRoute
}

export type IdempotentRequest = Pick<
  RequestContext<never, never, unknown>,
  'admission' | 'body' | 'idempotencyKey' | 'nowMs' | 'requestId' | 'signal'
>
