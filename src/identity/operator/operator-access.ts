/** Who may use the routes for operators: signed-in identities whose e-mail address the settings name. */

import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import { parseEmail } from '../credentials/email-address.ts'
import { readIdentity } from '../credentials/identities.ts'
import { type Limiter, rateLimited } from '../ratelimit/limiter.ts'
import { toPolicy } from '../ratelimit/policy.ts'
import type { Ledger } from '../tables.ts'
import { recordAction } from './audit.ts'

export interface OperatorAccess {
  /** False if the settings name nobody: then there are no such routes. */
  readonly hasOperators: boolean
  /**
   * Records the action in the audit log. Throws `not_found` for everybody else, who must not learn what is here, and
   * `rate_limited`.
   */
  admit(principal: Principal, action: { readonly action: string; readonly target: string }): Promise<void>
}

interface OperatorAccessOptions {
  readonly ledger: Ledger
  readonly limiter: Limiter
  readonly clock: Clock
  readonly emails: readonly string[]
}

const policy = toPolicy({ perSecond: 1, perMinute: 10 })
const targetCharactersMax = 300

export function createOperatorAccess({
  ledger,
  limiter,
  clock,
  emails,
}: OperatorAccessOptions): OperatorAccess {
  const operators = new Set(emails.map(parseEmail))
  return {
    hasOperators: operators.size > 0,
    async admit({ identityId, subject }, { action, target }) {
      const identity = identityId === undefined ? undefined : await readIdentity(ledger, identityId)
      if (identity === undefined || identity.blocked_at !== null || !operators.has(identity.email))
        throw new Failure('not_found', 'There is nothing at this path.')
      const decision = await limiter.take(`operator:${subject}`, policy, clock.monotonic())
      if (decision.refusedBy !== undefined) throw rateLimited(decision)
      const entry = { operator: identity.email, action, target: target.slice(0, targetCharactersMax) }
      await ledger.transaction((tx) => recordAction(tx, entry, clock.now()))
    },
  }
}
