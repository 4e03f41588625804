/** The doctor's checks of the upstreams: reachable from here, and clocks in step. */

import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { toClockFinding } from './store.ts'

export interface Upstream {
  readonly id: string
  readonly baseUrl: string
}

const deadlineMs = 5000
/** Any response from the base address shows that the upstream is reachable. */
const acceptedStatuses = [400, 404, 405, 406, 410]
/** The Date header has whole seconds and needs time to arrive. */
const dateToleranceMs = 5000

export async function examineUpstreams(
  upstreams: readonly Upstream[],
  outbound: Outbound,
  clock: Clock,
  signal: AbortSignal,
): Promise<Finding[]> {
  const visits = await Promise.all(upstreams.map((upstream) => probe(upstream, outbound, clock, signal)))
  const skews = visits.flatMap(({ skewMs }) => (skewMs === undefined ? [] : [skewMs]))
  // If one upstream disagrees, its clock is wrong; if most do, ours is.
  const median = skews.toSorted((a, b) => a - b)[Math.floor(skews.length / 2)]
  const clockFindings =
    median === undefined || Math.abs(median) < dateToleranceMs
      ? []
      : [toClockFinding('the median upstream', median)]
  return [...visits.map(({ finding }) => finding), ...clockFindings]
}

async function probe(
  { id, baseUrl }: Upstream,
  outbound: Outbound,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ finding: Finding; skewMs?: number }> {
  const check = `upstream ${id}`
  const { host } = new URL(baseUrl)
  try {
    const response = await outbound.request(baseUrl, { signal, deadlineMs, acceptStatuses: acceptedStatuses })
    const date = Date.parse(response.headers.date ?? '')
    return {
      finding: ok(check, `${host} answers`),
      ...(Number.isNaN(date) ? {} : { skewMs: date - clock.now() }),
    }
  } catch (thrown) {
    signal.throwIfAborted()
    if (isFailure(thrown, 'upstream_changed')) return { finding: ok(check, `${host} answers`) }
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    if (isFailure(thrown, 'upstream_refused')) {
      const remedy = 'Check its terms and OUTBOUND_CONTACT. Stored data stays readable.'
      return { finding: warn(check, `${host} refuses: ${message}`, remedy) }
    }
    const remedy = 'Check network, DNS and proxy of this machine. Stored data stays readable.'
    return { finding: fail(check, `${host} cannot be reached: ${message}`, remedy) }
  }
}
