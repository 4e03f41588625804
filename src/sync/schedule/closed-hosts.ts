/** Members at hosts that are not asked at present: they keep their place in the schedule. */

import type { AnySource, Member } from '../source.ts'

/** Until when each host is not asked, in milliseconds since the epoch. */
export type ClosedHosts = ReadonlyMap<string, number>

type HostedSource = Pick<AnySource, 'hostOf' | 'baseUrl'>

export function hostOfMember(source: HostedSource, member: Member): string {
  return source.hostOf?.(member) ?? new URL(source.baseUrl).host
}

export function isOpen(source: HostedSource, member: Member, closed: ClosedHosts): boolean {
  return closed.size === 0 || !closed.has(hostOfMember(source, member))
}
