/** Shares of a large source: several nodes read it at once, each other hosts, so that a host has the pace of one node. */

import { hash } from 'node:crypto'
import { hostOfMember } from '../schedule/closed-hosts.ts'
import { isSliced } from '../schedule/select-due.ts'
import type { AnySource, Member } from '../source.ts'

/** How many nodes can read one source at once. */
export const sharesMax = 4

/** Members of a source that one node reads at a time; without those that are off. */
export interface Share {
  /** From 0 to `sharesMax - 1`. */
  readonly index: number
  readonly members: readonly Member[]
}

type SharedSource = Pick<AnySource, 'everyMinutes' | 'members' | 'hostOf' | 'baseUrl'>

/** Undefined for a source that is read as a whole: a small one, or one whose members are all at one host. */
export function toShares(source: SharedSource, sliceMembers: number): readonly Share[] | undefined {
  const { hostOf } = source
  if (hostOf === undefined || !isSliced(source, sliceMembers)) return undefined
  const active = source.members.filter(({ off }) => off === undefined)
  const byShare = Map.groupBy(active, (member) => shareOfHost(hostOf.call(source, member)))
  if (byShare.size < 2) return undefined
  return [...byShare]
    .map(([index, members]) => ({ index, members }))
    .sort((one, other) => one.index - other.index)
}

/** Of a member of a source that is read in shares. */
export function shareOf(source: Pick<AnySource, 'hostOf' | 'baseUrl'>, member: Member): number {
  return shareOfHost(hostOfMember(source, member))
}

/** Every node comes to the same result, whatever members it knows. */
export function shareOfHost(host: string): number {
  return Number.parseInt(hash('sha256', host).slice(0, 8), 16) % sharesMax
}
