/** The limits of one caller: its own, and those of the IPv6 networks around it. */

import type { Clock } from '../../core/clock.ts'
import type { Principal } from '../../http/access-control.ts'
import type { Decision, Limiter } from './limiter.ts'
import { multiplyPolicy, type Policy } from './policy.ts'

interface Limit {
  readonly subject: string
  readonly policy: Policy
}

/** The narrowest first. */
export type CallerLimits = readonly [Limit, ...Limit[]]

/** `prefix` tells limits of different kinds apart. */
export function callerLimits(
  { subject, networks }: Pick<Principal, 'subject' | 'networks'>,
  policy: Policy,
  prefix = '',
): CallerLimits {
  const wider = networks.map((network) => ({
    subject: prefix + network.subject,
    policy: multiplyPolicy(policy, network.factor),
  }))
  return [{ subject: prefix + subject, policy }, ...wider]
}

/**
 * A request that one limit refuses counts against none, so that refused requests of one address use up nothing of its network.
 * The headers are those of the caller's own limit, or of the one that refuses. Undefined when the quota source has to be called first.
 */
export function takeAllSync(limiter: Limiter, limits: CallerLimits, clock: Clock): Decision | undefined {
  const now = clock.monotonic()
  let own: Decision | undefined
  for (let at = 0; at < limits.length; at += 1) {
    const { subject, policy } = limits[at] as Limit
    const decision = limiter.takeSync(subject, policy, now)
    if (decision === undefined || decision.refusedBy !== undefined) {
      giveBack(limiter, limits.slice(0, at), now)
      return decision
    }
    own ??= decision
  }
  return own
}

export async function takeAll(limiter: Limiter, limits: CallerLimits, clock: Clock): Promise<Decision> {
  const [{ subject, policy }, ...wider] = limits
  const own = await limiter.take(subject, policy, clock.monotonic())
  if (own.refusedBy !== undefined) return own
  for (const [at, network] of wider.entries()) {
    const decision = await limiter.take(network.subject, network.policy, clock.monotonic())
    if (decision.refusedBy === undefined) continue
    giveBack(limiter, limits.slice(0, at + 1), clock.monotonic())
    return decision
  }
  return own
}

function giveBack(limiter: Limiter, limits: readonly Limit[], now: number): void {
  for (const { subject, policy } of limits) limiter.giveBack(subject, policy, now)
}
