/** What a rehearsed day must have achieved: healthy members are published, dead ones reported, faults have passed. */

import type { DiskUse } from './disk.ts'
import { deadFates } from './fates.ts'
import type { ExpectedMember, Health, Writes } from './members.ts'
import type { Usage } from './nodes.ts'
import type { Reads } from './reads.ts'

export interface DayFacts {
  readonly day: number
  readonly members: readonly ExpectedMember[]
  readonly durationMs: number
  /** Members that were not tried since then were starved. */
  readonly sinceMs: number
  readonly health: Health
  readonly writes: ReadonlyMap<string, Writes>
  /** Stored and listed by their boards. */
  readonly postings: number
  /** Of all services. */
  readonly records: number
  /** What the boards of the whole world list, by `source/member`. */
  readonly listed: Readonly<Record<string, number>>
  readonly usage: Usage
  readonly reads: Reads | undefined
  readonly disk: DiskUse
}

export interface ServiceCounts {
  members: number
  healthy: number
  published: number
  dead: number
  reported: number
  faulty: number
  recovered: number
}

export interface DayResult extends Omit<DayFacts, 'members' | 'health' | 'listed'> {
  readonly services: ReadonlyMap<string, ServiceCounts>
  /** What the boards of this rehearsal list. */
  readonly expectedPostings: number
  readonly problems: readonly string[]
}

/** Boards list a few rows that are no public postings. */
const postingsShareMin = 0.97
const problemsMax = 20

export function judgeDay({ members, health, listed, ...facts }: DayFacts): DayResult {
  const { day, sinceMs, postings } = facts
  const services = new Map<string, ServiceCounts>()
  const problems: string[] = []
  let expectedPostings = 0
  for (const { service, sourceId, memberId, fate } of members) {
    const counts = services.get(service) ?? newCounts()
    services.set(service, counts)
    counts.members += 1
    const key = `${sourceId}/${memberId}`
    const row = health.get(key)
    const isTried = row !== undefined && row.tried_at >= sinceMs
    const isPublished = isTried && row.failures === 0
    const isReported = row !== undefined && row.failures > 0 && row.error_code !== null
    const found =
      row === undefined ? 'not read' : `${row.error_code ?? 'published'} ${row.error_message ?? ''}`
    if (deadFates.has(fate)) {
      counts.dead += 1
      if (isReported) counts.reported += 1
      else problems.push(`day ${day}: ${key} is ${fate} and not reported: ${found}`)
      continue
    }
    // On the first day it still fails.
    const mayFail = fate === 'changed' && day === 1
    expectedPostings += service === 'jobs' && !mayFail ? (listed[key] ?? 0) : 0
    if (fate === 'healthy') {
      counts.healthy += 1
      if (isPublished) counts.published += 1
      else problems.push(`day ${day}: ${key} is healthy and not published: ${isTried ? found : 'not read'}`)
      continue
    }
    counts.faulty += 1
    if (isPublished) counts.recovered += 1
    else if (!mayFail) problems.push(`day ${day}: ${key} (${fate}) has not recovered: ${found}`)
  }
  if (postings < expectedPostings * postingsShareMin)
    problems.push(`day ${day}: ${postings} postings are stored, the boards list ${expectedPostings}`)
  return { ...facts, services, expectedPostings, problems: shorten(problems) }
}

function newCounts(): ServiceCounts {
  return { members: 0, healthy: 0, published: 0, dead: 0, reported: 0, faulty: 0, recovered: 0 }
}

function shorten(problems: readonly string[]): string[] {
  const more = problems.length - problemsMax
  return more > 0 ? [...problems.slice(0, problemsMax), `and ${more} more`] : [...problems]
}
