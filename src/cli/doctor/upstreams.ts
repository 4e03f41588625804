/** The doctor's checks of the upstreams: reachable from here, as expected, and clocks in step. */

import { judgeMember } from '../../app/probe/judge-member.ts'
import type { SourcesAndWriters } from '../../app/sources.ts'
import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/hosts/host-closed.ts'
import type { Outbound, OutboundClient, OutboundResponse } from '../../core/outbound/outbound.ts'
import { toClockFinding } from './clock.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { type FirstRequest, findFirstRequests } from './first-requests.ts'

const deadlineMs = 5000
/** Enough for most sources; of the others, only the form of the responses is judged. */
const requestsMax = 3
/** Any response shows that the upstream is reachable; the member alone may be gone. */
const acceptedStatuses = [400, 404, 405, 406, 410]
/** The Date header has whole seconds and needs time to arrive. */
const dateToleranceMs = 5000

type Sources = Pick<SourcesAndWriters, 'sources' | 'writers'>

/** Reads a member at the hosts of each source; a source without members sends no requests and is not checked. */
export async function examineUpstreams(
  { sources, writers }: Sources,
  outbound: Pick<OutboundClient, 'for'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await Promise.all(
    sources.map(async (source) => ({
      source,
      requests: (await findFirstRequests(source, clock.now(), signal)).requests,
    })),
  )
  const probes = found.flatMap(({ source, requests }) => {
    const writer = writers.find(({ service }) => service === source.service)
    const http = outbound.for(source.polite)
    return writer === undefined
      ? []
      : requests.map((request) => probe({ source, writer, http, clock, signal }, request))
  })
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

interface ProbeDeps {
  readonly source: Sources['sources'][number]
  readonly writer: Sources['writers'][number]
  readonly http: Outbound
  readonly clock: Clock
  readonly signal: AbortSignal
}

async function probe(
  { source, writer, http, clock, signal }: ProbeDeps,
  { url, member }: FirstRequest,
): Promise<{ finding: Finding; skewMs?: number }> {
  const check = `upstream ${source.id}`
  const sourceId = source.id
  const { host } = new URL(url)
  let skewMs: number | undefined
  const observed = observe(http, (response) => {
    const date = Date.parse(response.headers.date ?? '')
    if (!Number.isNaN(date)) skewMs ??= date - clock.now()
  })
  try {
    const options = { http: observed, requestsMax, nowMs: clock.now(), signal }
    const judged = await judgeMember(source, writer, member, options).catch((thrown: unknown) => {
      if (thrown instanceof Answered) return undefined
      throw thrown
    })
    const finding =
      judged !== undefined && judged.unread > judged.records
        ? warn(
            check,
            `${host} answers, but ${judged.unread} of ${judged.unread + judged.records} rows of ${member.id} cannot be read`,
            `See what it sends with "broadsheet probe ${sourceId} ${member.id}". Stored data stays readable.`,
          )
        : ok(check, `${host} answers`)
    return { finding, ...(skewMs === undefined ? {} : { skewMs }) }
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

/** The host answered, and only the member is not there. */
class Answered extends Error {}

function observe({ request, stream }: Outbound, onResponse: (response: OutboundResponse) => void): Outbound {
  return {
    async request(url, options) {
      const { acceptStatuses = [] } = options
      const response = await request(url, {
        ...options,
        deadlineMs,
        acceptStatuses: [...acceptedStatuses, ...acceptStatuses],
      })
      onResponse(response)
      const isExpected = response.status < 300 || acceptStatuses.includes(response.status)
      if (!isExpected && acceptedStatuses.includes(response.status)) throw new Answered()
      return response
    },
    ...(stream === undefined ? {} : { stream: (url, options) => stream(url, { ...options, deadlineMs }) }),
  }
}
