/** What a day of the schedule asks of each host, and what does not fit into it. */

import type { AnySource, Member } from '../source.ts'

export type PlannedSource = Pick<
  AnySource,
  'id' | 'service' | 'everyMinutes' | 'polite' | 'members' | 'baseUrl' | 'hostOf'
>

export interface PlanOptions {
  /** How many requests one read of a member takes. */
  requestsPerRead(sourceId: string): number
  /** How many members of a source are read at once. */
  readonly membersAtOnce: number
}

export interface HostPlan {
  readonly host: string
  readonly requests: number
  /** How long they take at the pace of the host. */
  readonly minutes: number
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
  const hosts = new Map<string, { requests: number; ms: number }>()
  const off = new Map<string, { service: string; reason: string; members: number }>()
  for (const source of sources) {
    for (const { off: reason } of source.members)
      if (reason !== undefined) countReason(off, source.service, reason)
    const active = source.members.filter((member) => member.off === undefined)
    if (active.length === 0) continue
    const membersByHost = new Map<string, number>()
    for (const member of active) {
      const host = hostOf(source, member)
      membersByHost.set(host, (membersByHost.get(host) ?? 0) + 1)
    }
    plans.push(planSource(source, membersByHost, options))
    const requestsPerMember = (minutesPerDay / source.everyMinutes) * options.requestsPerRead(source.id)
    for (const [host, members] of membersByHost) {
      const known = hosts.get(host) ?? { requests: 0, ms: 0 }
      const requests = members * requestsPerMember
      hosts.set(host, { requests: known.requests + requests, ms: known.ms + requests * paceMs(source) })
    }
  }
  return {
    sources: plans,
    hosts: [...hosts]
      .map(([host, { requests, ms }]) => ({ host, requests: Math.ceil(requests), minutes: toMinutes(ms) }))
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
  const requests = requestsPerRead(sourceId)
  const members = [...membersByHost.values()].reduce((sum, count) => sum + count, 0)
  const busiestHost = Math.max(...membersByHost.values())
  const hostMs = busiestHost * requests * paceMs(source)
  // One request of a member follows another; several members proceed at once.
  const memberMs = requests * Math.max(source.polite.gapMs, responseMs)
  const minutesPerRound = toMinutes(Math.max(hostMs, (members * memberMs) / membersAtOnce))
  return {
    sourceId,
    service,
    everyMinutes,
    members,
    hosts: membersByHost.size,
    requests: Math.ceil((minutesPerDay / everyMinutes) * members * requests),
    minutesPerRound,
    fits: minutesPerRound <= everyMinutes,
  }
}

/** The shortest time between two requests to a host. */
function paceMs({ polite }: PlannedSource): number {
  return Math.max(polite.gapMs, responseMs / polite.atOnce)
}

function hostOf({ hostOf, baseUrl }: PlannedSource, member: Member): string {
  return hostOf?.(member) ?? new URL(baseUrl).host
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
