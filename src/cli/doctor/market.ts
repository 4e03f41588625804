/** The doctor's checks of the market provider's hosts: each answers, and what it requires is set. */

import type { HostProbe } from '../../app/market-hosts.ts'
import { isFailure } from '../../core/errors.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export function toMarketFindings(probes: readonly HostProbe[], hasOrigin: boolean): Finding[] {
  return probes.map(({ host, requiresOrigin, error }) => {
    const check = `market ${host}`
    const needs = requiresOrigin ? 'needs an Origin' : 'needs nothing'
    // Whatever it says, it answers.
    if (error === undefined || isFailure(error, 'upstream_changed')) return ok(check, `answers; ${needs}`)
    const message = error instanceof Error ? error.message : String(error)
    if (isFailure(error, 'upstream_refused')) {
      const remedy =
        requiresOrigin && !hasOrigin
          ? 'Set MARKET_ORIGIN, with the provider’s consent; until then its routes are 502.'
          : 'Check the terms of the provider and OUTBOUND_CONTACT.'
      return warn(check, `refuses; ${needs}: ${message}`, remedy)
    }
    return fail(check, `cannot be reached: ${message}`, 'Check network, DNS and proxy of this machine.')
  })
}
