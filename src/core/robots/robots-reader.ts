/** Reads the robots.txt of each host once a day, and sends only the requests that it allows. */

import { LRUCache } from 'lru-cache'
import { Failure, isFailure } from '../errors.ts'
import type { Outbound, OutboundRequest } from '../outbound/outbound.ts'
import { parseRobots, type Robots } from './parse-robots.ts'

interface RobotsContext {
  readonly http: Outbound
  readonly nowMs: number
  readonly signal: AbortSignal
}

/** The product name of the outbound client. */
const product = 'Broadsheet'
const maxAgeMs = 24 * 60 * 60_000
const originsMax = 10_000

/** A robots.txt with one of these statuses has no rules (RFC 9309); a gate or a limit is then seen at the page itself. */
const absentStatuses = Array.from({ length: 100 }, (_, at) => 400 + at)
/** Eight times what is parsed. Hosts may send as much as they like, several at once. */
const bytesMax = 4 * 1024 * 1024
/** How long a request may wait for its turn at a host that asks for a delay. */
const delayedWaitMsMax = 120_000

export class RobotsReader {
  readonly #exceptions: ReadonlySet<string>
  /** Created with the first file, because it takes the memory of all of them at once. */
  #byOrigin: LRUCache<string, { readonly until: number; readonly robots: Promise<Robots> }> | undefined

  /** `exceptions`: hosts that the operator may read whatever their robots.txt says. */
  constructor(exceptions: Iterable<string> = []) {
    this.#exceptions = new Set(exceptions)
  }

  async allows(url: string, context: RobotsContext): Promise<boolean> {
    const { host, origin } = new URL(url)
    if (this.#exceptions.has(host)) return true
    return (await this.read(origin, context)).allows(url)
  }

  async read(origin: string, context: RobotsContext): Promise<Robots> {
    this.#byOrigin ??= new LRUCache({ max: originsMax })
    const byOrigin = this.#byOrigin
    const cached = byOrigin.get(origin)
    if (cached !== undefined && cached.until > context.nowMs) return await cached.robots
    const robots = fetchRobots(origin, context)
    byOrigin.set(origin, { until: context.nowMs + maxAgeMs, robots })
    robots.catch(() => byOrigin.delete(origin))
    return await robots
  }

  /** The same client, which refuses what robots.txt forbids. */
  guard(context: RobotsContext): Outbound {
    const { http } = context
    const check = async (url: string, request: OutboundRequest) => {
      if (!(await this.allows(url, context)))
        throw new Failure('upstream_refused', `The robots.txt of ${new URL(url).host} forbids this request.`)
      return await this.withDelay(url, request, context)
    }
    const { stream } = http
    return {
      async request(url, request) {
        return await http.request(url, await check(url, request))
      },
      ...(stream && {
        async stream(url: string, request: OutboundRequest) {
          return await stream.call(http, url, await check(url, request))
        },
      }),
    }
  }

  /** The request with the delay that robots.txt asks for. */
  async withDelay(url: string, request: OutboundRequest, context: RobotsContext): Promise<OutboundRequest> {
    const { host, origin } = new URL(url)
    if (this.#exceptions.has(host)) return request
    const { delayMs } = await this.read(origin, context)
    if (delayMs === 0) return request
    return { waitMsMax: delayedWaitMsMax, ...request, gapMsMin: delayMs }
  }
}

async function fetchRobots(origin: string, { http, signal }: RobotsContext): Promise<Robots> {
  let text = ''
  try {
    const { status, body } = await http.request(`${origin}/robots.txt`, {
      signal,
      bytesMax,
      acceptStatuses: absentStatuses,
    })
    if (status === 200) text = body
  } catch (thrown) {
    if (!isFailure(thrown, 'upstream_refused')) throw thrown
  }
  return parseRobots(text, origin, product)
}
