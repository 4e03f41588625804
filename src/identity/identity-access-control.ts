/** The gate: finds out who asks, holds them to their limits, and counts them. */

import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import {
  type Access,
  type Admission,
  type Caller,
  type Gate,
  nobody,
  type Place,
} from '../http/access-control.ts'
import type { Credentials, Known } from './credentials/authenticator.ts'
import { holdsSecretText } from './credentials/credential-format.ts'
import { type Decision, type Limiter, rateLimited } from './ratelimit/limiter.ts'
import type { Usage } from './usage/usage-recorder.ts'

interface GateOptions {
  readonly clock: Clock
  readonly credentials: Credentials
  readonly limiter: Limiter
  readonly usage: Usage
}

const unlimited: Admission = { headers: [], who: nobody }

export class IdentityGate implements Gate {
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#options = options
  }

  admitNow(caller: Caller, access: Access, place: Place, now: number): Admission | undefined {
    if (!place.isLimited) return unlimited
    const { credentials, limiter, usage } = this.#options
    const known = credentials.identifyNow(caller, access, now)
    if (known === undefined) return undefined
    const decision = limiter.takeNow(known.subject, known.policy, now)
    if (decision === undefined || decision.refusedBy !== undefined) return undefined
    usage.passed(known, place, now)
    return { headers: decision.headers, who: known }
  }

  checkUrl(url: string): void {
    if (!holdsSecretText(url)) return
    throw new Failure(
      'invalid_request',
      'A key or token was sent in the URL, where logs and histories keep it. Revoke it and send the next one in a header.',
      { details: { in: 'url', expected: 'credentials in x-api-key, X-Service-Key or Authorization' } },
    )
  }

  async admit(caller: Caller, access: Access, place: Place): Promise<Admission> {
    if (!place.isLimited) return unlimited
    const { clock, credentials, usage } = this.#options
    const now = clock.now()
    let known: Known
    try {
      known =
        credentials.identifyNow(caller, access, now) ?? (await credentials.identify(caller, access, now))
    } catch (thrown) {
      throw await this.#refused(thrown, caller, place)
    }
    const decision = await this.#take(known, place)
    usage.passed(known, place, now)
    return { headers: decision.headers, who: known }
  }

  /** Trying credentials counts against the address they come from. */
  async #refused(thrown: unknown, caller: Caller, place: Place): Promise<unknown> {
    if (!(thrown instanceof Failure) || thrown.code !== 'unauthenticated') return thrown
    const { headers } = await this.#take(this.#options.credentials.anonymous(caller), place)
    const { details = {} } = thrown
    return new Failure('unauthenticated', thrown.message, {
      details,
      headers: { ...thrown.headers, 'ratelimit-policy': headers[1] ?? '', ratelimit: headers[3] ?? '' },
    })
  }

  async #take(known: Known, place: Place): Promise<Decision> {
    const { clock, limiter, usage } = this.#options
    const decision = await limiter.take(known.subject, known.policy, clock.now())
    if (decision.refusedBy === undefined) return decision
    usage.blocked(known, place, clock.now())
    throw rateLimited(decision)
  }
}
