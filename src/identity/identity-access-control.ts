/** Access control with identities: authenticates callers, applies their rate limits and records their usage. */

import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import {
  type Access,
  type AccessControl,
  type Admission,
  type Caller,
  type CompletedRequest,
  type Principal,
  type RouteInfo,
  rateLimitFields,
  unrestricted,
} from '../http/access-control.ts'
import type { Authenticator, ResolvedPrincipal } from './credentials/authenticator.ts'
import { containsCredential } from './credentials/credential-format.ts'
import { takeAll, takeAllSync } from './ratelimit/caller-limits.ts'
import { type Decision, type Limiter, rateLimited } from './ratelimit/limiter.ts'
import type { RequestLog } from './usage/request-log.ts'
import type { UsageRecorder } from './usage/usage-recorder.ts'

interface AccessControlOptions {
  readonly clock: Clock
  readonly authenticator: Authenticator
  readonly limiter: Limiter
  readonly usage: UsageRecorder
  readonly requestLog: RequestLog
}

export class IdentityAccessControl implements AccessControl {
  readonly #options: AccessControlOptions

  constructor(options: AccessControlOptions) {
    this.#options = options
  }

  admitSync(caller: Caller, access: Access, routeInfo: RouteInfo, now: number): Admission | undefined {
    if (!routeInfo.isRateLimited) return unrestricted
    const { clock, authenticator, limiter, usage } = this.#options
    const principal = authenticator.authenticateSync(caller, access, routeInfo.scope, now)
    if (principal === undefined) return undefined
    const decision = takeAllSync(limiter, principal.limits, clock)
    if (decision === undefined || decision.refusedBy !== undefined) return undefined
    if (routeInfo.isUsage) usage.recordCall(principal, routeInfo, now)
    return { rateLimit: decision.rateLimit, principal }
  }

  checkUrl(url: string): void {
    if (!containsCredential(url)) return
    throw new Failure(
      'invalid_request',
      'A key or token was sent in the URL, where it can end up in logs. Revoke it and send credentials in a header.',
      { details: { in: 'url', expected: 'credentials in x-api-key, X-Service-Key or Authorization' } },
    )
  }

  recordRequest(principal: Principal, completed: CompletedRequest): void {
    const { keyId } = principal as ResolvedPrincipal
    const { clock, requestLog } = this.#options
    if (keyId !== undefined) requestLog.record(keyId, completed, clock.now())
  }

  async verify(caller: Caller, access: Access, { scope }: RouteInfo): Promise<void> {
    const { clock, authenticator } = this.#options
    await authenticator.authenticate(caller, access, scope, clock.now())
  }

  async admit(caller: Caller, access: Access, routeInfo: RouteInfo): Promise<Admission> {
    if (!routeInfo.isRateLimited) return unrestricted
    const { clock, authenticator, usage } = this.#options
    const now = clock.now()
    let principal: ResolvedPrincipal
    try {
      principal = await authenticator.authenticate(caller, access, routeInfo.scope, now)
    } catch (thrown) {
      throw await this.#countFailedAttempt(thrown, caller, routeInfo)
    }
    const decision = await this.#take(principal, routeInfo)
    if (routeInfo.isUsage) usage.recordCall(principal, routeInfo, now)
    return { rateLimit: decision.rateLimit, principal }
  }

  /** What is refused counts against the limits of the caller's IP address, so that a stolen key takes nothing from its owner. */
  async #countFailedAttempt(error: unknown, caller: Caller, routeInfo: RouteInfo): Promise<unknown> {
    if (!(error instanceof Failure) || (error.status !== 401 && error.status !== 403)) return error
    const { rateLimit } = await this.#take(this.#options.authenticator.anonymousPrincipal(caller), routeInfo)
    const { details = {} } = error
    return new Failure(error.code, error.message, {
      details,
      headers: { ...error.headers, ...rateLimitFields(rateLimit) },
    })
  }

  async #take(principal: ResolvedPrincipal, routeInfo: RouteInfo): Promise<Decision> {
    const { clock, limiter, usage } = this.#options
    const decision = await takeAll(limiter, principal.limits, clock)
    if (decision.refusedBy === undefined) return decision
    if (routeInfo.isUsage) usage.recordBlocked(principal, routeInfo, clock.now())
    throw rateLimited(decision)
  }
}
