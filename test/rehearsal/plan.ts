/** Compares the requests that the plan expects of the first round with those that hosts have got. */

import type { PlanReport } from '../../src/app/operator/day-plan.ts'
import type { ExpectedMember } from './members.ts'
import type { HostRequests } from './world/host-log.ts'

export interface PlannedSource {
  readonly sourceId: string
  readonly planned: number
  readonly requests: number
}

/** A few boards say little about the usual one. */
const requestsMin = 30
export const planFactorMax = 2

export function comparePlan(
  { sources }: Pick<PlanReport, 'sources'>,
  members: readonly ExpectedMember[],
  hosts: Readonly<Record<string, HostRequests>>,
): PlannedSource[] {
  const hostsOf = Map.groupBy(members, ({ sourceId }) => sourceId)
  return sources
    .filter(({ source_id }) => hostsOf.has(source_id))
    .map(({ source_id, first_round }) => {
      const names = new Set(hostsOf.get(source_id)?.map(({ host }) => host))
      const requests = [...names].reduce((sum, host) => sum + (hosts[host]?.at.length ?? 0), 0)
      return { sourceId: source_id, planned: first_round.requests, requests }
    })
    .filter(({ planned, requests }) => Math.max(planned, requests) >= requestsMin)
}

/** How wrong the plan is, at least 1. */
export function factorOf({ planned, requests }: PlannedSource): number {
  return Math.max(planned, requests) / Math.max(1, Math.min(planned, requests))
}
