/** What a day of the schedule asks of each host, and what does not fit into it. */

import { hostOfMember } from '../schedule/closed-hosts.ts'
import type { AnySource } from '../source.ts'

export type PlannedSource = Pick<
  AnySource,
  'id' | 'service' | 'everyMinutes' | 'polite' | 'members' | 'baseUrl' | 'hostOf'
>

export interface PlanOptions {
  /** How many requests one read of a member takes: the first one, and a usual one. */
  requestsPerRead(sourceId: string): { readonly first: number; readonly usual: number }
  /** How many members of a source are read at once. */
  readonly membersAtOnce: number
}

/** Requests, and how long they take at the pace of the host. */
interface Load {
  readonly requests: number
  readonly minutes: number
}

export interface HostPlan extends Load {
  readonly host: string
  /** Of the first read of all members. */
  readonly first: Load
}

export interface SourcePlan {
  readonly sourceId: string
  readonly service: string
  readonly everyMinutes: number
  /** Those that are read. */
  readonly members: number
  readonly hosts: number
  /** In a day. */
  readonly requests: number
  /** How long one read of all members takes. */
  readonly minutesPerRound: number
  /** Of the first read of all members. */
  readonly first: Load
  /** Whether that is less than its interval. */
  readonly fits: boolean
}

export interface DayPlan {
  readonly sources: readonly SourcePlan[]
  /** The busiest first. */
  readonly hosts: readonly HostPlan[]
  /** Why members are not read, and how many, the most frequent reason first. */
  readonly off: readonly { readonly service: string; readonly reason: string; readonly members: number }[]
}

const minutesPerDay = 24 * 60
/** What a response takes; only matters where it exceeds the gap between requests. */
const responseMs = 500

export function planDay(sources: readonly PlannedSource[], options: PlanOptions): DayPlan {
  const plans: SourcePlan[] = []
  const hosts = new Map<string, HostLoad>()
  const off = new Map<string, { service: string; reason: string; members: number }>()
  for (const source of sources) {
    for (const { off: reason } of source.members)
      if (reason !== undefined) countReason(off, source.service, reason)
    const active = source.members.filter((member) => member.off === undefined)
    if (active.length === 0) continue
    const membersByHost = new Map<string, number>()
    for (const member of active) {
      const host = hostOfMember(source, member)
      membersByHost.set(host, (membersByHost.get(host) ?? 0) + 1)
    }
    plans.push(planSource(source, membersByHost, options))
    const { first, usual } = options.requestsPerRead(source.id)
    const usualPerDay = (minutesPerDay / source.everyMinutes) * usual
    for (const [host, members] of membersByHost) {
      const load = hosts.get(host) ?? { requests: 0, ms: 0, firstRequests: 0, firstMs: 0 }
      hosts.set(host, load)
      load.requests += members * usualPerDay
      load.ms += members * usualPerDay * paceMs(source)
      load.firstRequests += members * first
      load.firstMs += members * first * paceMs(source)
    }
  }
  return {
    sources: plans,
    hosts: [...hosts]
      .map(([host, { requests, ms, firstRequests, firstMs }]) => ({
        host,
        ...toLoad(requests, ms),
        first: toLoad(firstRequests, firstMs),
      }))
      .sort((one, other) => other.minutes - one.minutes || (one.host < other.host ? -1 : 1)),
    off: [...off.values()].sort((one, other) => other.members - one.members),
  }
}

function planSource(
  source: PlannedSource,
  membersByHost: ReadonlyMap<string, number>,
  { requestsPerRead, membersAtOnce }: PlanOptions,
): SourcePlan {
  const { id: sourceId, service, everyMinutes } = source
  const { first, usual } = requestsPerRead(sourceId)
  const members = [...membersByHost.values()].reduce((sum, count) => sum + count, 0)
  const busiestHost = Math.max(...membersByHost.values())
  const roundMs = (requests: number) => {
    const hostMs = busiestHost * requests * paceMs(source)
    // One request of a member follows another; several members proceed at once.
    const memberMs = requests * Math.max(source.polite.gapMs, responseMs)
    return Math.max(hostMs, (members * memberMs) / membersAtOnce)
  }
  const minutesPerRound = toMinutes(roundMs(usual))
  return {
    sourceId,
    service,
    everyMinutes,
    members,
    hosts: membersByHost.size,
    requests: Math.ceil((minutesPerDay / everyMinutes) * members * usual),
    minutesPerRound,
    first: toLoad(members * first, roundMs(first)),
    fits: minutesPerRound <= everyMinutes,
  }
}

interface HostLoad {
  requests: number
  ms: number
  firstRequests: number
  firstMs: number
}

function toLoad(requests: number, ms: number): Load {
  return { requests: Math.ceil(requests), minutes: toMinutes(ms) }
}

/** The shortest time between two requests to a host. */
function paceMs({ polite }: PlannedSource): number {
  return Math.max(polite.gapMs, responseMs / polite.atOnce)
}

function countReason(
  off: Map<string, { service: string; reason: string; members: number }>,
  service: string,
  reason: string,
): void {
  const key = `${service}\t${reason}`
  const known = off.get(key) ?? { service, reason, members: 0 }
  known.members += 1
  off.set(key, known)
}

function toMinutes(ms: number): number {
  return Math.round(ms / 6000) / 10
}
