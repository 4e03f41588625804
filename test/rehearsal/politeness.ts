/** Whether the simulated hosts were asked at the pace of their sources. */

import { allowedHosts } from '../../src/sync/define-source.ts'
import type { AnySource } from '../../src/sync/source.ts'
import type { HostRequests } from './world/host-log.ts'

/** Requests arrive a little earlier or later than they were sent. */
const jitterMs = 400

export interface HostPoliteness {
  readonly gapMs: number
  readonly atOnce: number
}

/** The politeness of the host: of several sources, that of the fastest. Undefined for a host that no source reads. */
export function createPolitenessLookup(
  sources: readonly AnySource[],
): (host: string) => HostPoliteness | undefined {
  const matchers = sources.map((source) => ({ matches: allowedHosts([source]), polite: source.polite }))
  return (host) => {
    const fitting = matchers.filter(({ matches }) => matches(host)).map(({ polite }) => polite)
    if (fitting.length === 0) return undefined
    return {
      gapMs: Math.min(...fitting.map(({ gapMs }) => gapMs)),
      atOnce: Math.max(...fitting.map(({ atOnce }) => atOnce)),
    }
  }
}

/**
 * By how many milliseconds the requests of a host were ahead of its politeness at the worst moment: between any two of
 * them lie as many gaps as there are requests.
 */
export function worstLeadMs(at: readonly number[], gapMs: number): number {
  let lead = 0
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, arrivedAt] of at.entries()) {
    const slack = arrivedAt - index * gapMs
    latest = Math.max(latest, slack)
    lead = Math.max(lead, latest - slack)
  }
  return lead
}

export interface HostVerdict extends HostPoliteness {
  readonly host: string
  readonly requests: number
  readonly leadMs: number
  readonly atOnceMax: number
  readonly problem: string | undefined
}

export function judgeHosts(
  hosts: Readonly<Record<string, HostRequests>>,
  politenessOf: (host: string) => HostPoliteness | undefined,
): HostVerdict[] {
  return Object.entries(hosts).flatMap(([host, { at, atOnceMax, refused }]) => {
    const polite = politenessOf(host)
    if (polite === undefined) return []
    const leadMs = worstLeadMs(at, polite.gapMs)
    const problem =
      leadMs > jitterMs
        ? `was asked ${Math.round(leadMs)} ms ahead of its gap of ${polite.gapMs} ms`
        : atOnceMax > polite.atOnce
          ? `had ${atOnceMax} requests at once, ${polite.atOnce} are polite`
          : refused > 0
            ? `refused ${refused} requests that came too fast`
            : undefined
    return [{ host, requests: at.length, leadMs, atOnceMax, ...polite, problem }]
  })
}
