/** The doctor's checks of the upstreams: reachable from here, and clocks in step. */

import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/host-closed.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { toClockFinding } from './clock.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { type FetchingSource, type FirstRequest, findFirstRequests } from './first-requests.ts'

const deadlineMs = 5000
/** Any response shows that the upstream is reachable. */
const acceptedStatuses = [400, 404, 405, 406, 410]
/** The Date header has whole seconds and needs time to arrive. */
const dateToleranceMs = 5000

/** Probes the hosts of the members; a source without members sends no requests and is not checked. */
export async function examineUpstreams(
  sources: readonly FetchingSource[],
  outbound: Outbound,
  clock: Clock,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await Promise.all(sources.map((source) => findFirstRequests(source, clock.now(), signal)))
  const probes = found.flatMap(({ sourceId, requests }) =>
    requests.map((request) => probe(sourceId, request, outbound, clock, signal)),
  )
  const visits = await Promise.all(probes)
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
  sourceId: string,
  { url, request }: FirstRequest,
  outbound: Outbound,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ finding: Finding; skewMs?: number }> {
  const check = `upstream ${sourceId}`
  const { host } = new URL(url)
  const acceptStatuses = [...acceptedStatuses, ...(request.acceptStatuses ?? [])]
  try {
    const response = await outbound.request(url, { ...request, signal, deadlineMs, acceptStatuses })
    const date = Date.parse(response.headers.date ?? '')
    return {
      finding: ok(check, `${host} answers`),
      ...(Number.isNaN(date) ? {} : { skewMs: date - clock.now() }),
    }
  } catch (thrown) {
    signal.throwIfAborted()
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    if (isFailure(thrown, 'upstream_changed')) {
      const remedy = `See what it sends with "broadsheet probe ${sourceId}". Stored data stays readable.`
      return { finding: warn(check, `${host} does not answer as expected: ${message}`, remedy) }
    }
    if (thrown instanceof HostClosed && thrown.state === 'limiting') {
      const remedy = 'It is asked again after the pause. Stored data stays readable.'
      return { finding: warn(check, `${host} limits requests: ${message}`, remedy) }
    }
    if (isFailure(thrown, 'upstream_refused')) {
      const remedy = 'Check its terms and OUTBOUND_CONTACT. Stored data stays readable.'
      return { finding: warn(check, `${host} refuses: ${message}`, remedy) }
    }
    const remedy = 'Check network, DNS and proxy of this machine. Stored data stays readable.'
    return { finding: fail(check, `${host} cannot be reached: ${message}`, remedy) }
  }
}
