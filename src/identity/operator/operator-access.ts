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
  /** Throws `not_found` for everybody else, who must not learn what is here. Counts nothing. */
  check(principal: Principal): Promise<void>
  /** Throws what `check` throws, and `rate_limited`. Returns the e-mail address of the operator. */
  admit(principal: Principal, request: OperatorRequest): Promise<string>
}

/** What changes something or sends requests to other hosts is recorded in the audit log. */
export type OperatorRequest =
  | { readonly kind: 'read' }
  | { readonly kind: 'change' | 'outbound'; readonly action: string; readonly target: string }

interface OperatorAccessOptions {
  readonly ledger: Ledger
  readonly limiter: Limiter
  readonly clock: Clock
  readonly emails: readonly string[]
}

const policies = {
  read: toPolicy({ perSecond: 10, perMinute: 300 }),
  change: toPolicy({ perSecond: 5, perMinute: 120 }),
  outbound: toPolicy({ perSecond: 1, perMinute: 10 }),
}
const targetCharactersMax = 300

export function createOperatorAccess({
  ledger,
  limiter,
  clock,
  emails,
}: OperatorAccessOptions): OperatorAccess {
  const operators = new Set(emails.map(parseEmail))
  async function emailOf({ identityId }: Principal): Promise<string> {
    const identity = identityId === undefined ? undefined : await readIdentity(ledger, identityId)
    if (identity === undefined || identity.blocked_at !== null || !operators.has(identity.email))
      throw new Failure('not_found', 'There is nothing at this path.')
    return identity.email
  }
  return {
    hasOperators: operators.size > 0,
    async check(principal) {
      await emailOf(principal)
    },
    async admit(principal, request) {
      const operator = await emailOf(principal)
      const { kind } = request
      const subject = `operator:${kind}:${principal.subject}`
      const decision = await limiter.take(subject, policies[kind], clock.monotonic())
      if (decision.refusedBy !== undefined) throw rateLimited(decision)
      if (kind === 'read') return operator
      const { action, target } = request
      const entry = { operator, action, target: target.slice(0, targetCharactersMax) }
      await ledger.transaction((tx) => recordAction(tx, entry, clock.now()))
      return operator
    },
  }
}
