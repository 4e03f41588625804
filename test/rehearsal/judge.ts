/**
 * What a rehearsed day must have achieved: healthy members are published with the rows that they list, dead ones are
 * reported, and where a host or a platform fails, data only gets older.
 */

import type { ContentHistory } from './content.ts'
import type { DiskUse } from './disk.ts'
import { deadFates } from './fates.ts'
import { closesHost, daysRehearsed, findHostEvent, mayBeRead } from './host-events.ts'
import type { ExpectedMember, Health, Writes } from './members.ts'
import type { Usage } from './nodes.ts'
import type { Reads } from './reads.ts'
import type { StoredRows } from './stored-rows.ts'
import type { HostRequests } from './world/host-log.ts'
import type { MemberTruth } from './world/truth.ts'

export interface DayFacts {
  readonly day: number
  readonly members: readonly ExpectedMember[]
  readonly durationMs: number
  /** Members that were not tried since then were starved. */
  readonly sinceMs: number
  readonly nowMs: number
  readonly health: Health
  readonly writes: ReadonlyMap<string, Writes>
  readonly stored: StoredRows
  /** What the members list today, by `source/member`. */
  readonly truth: Readonly<Record<string, MemberTruth>>
  readonly hosts: Readonly<Record<string, HostRequests>>
  /** Of all services. */
  readonly records: number
  readonly usage: Usage
  readonly reads: Reads | undefined
  readonly disk: DiskUse
}

export interface ServiceCounts {
  members: number
  /** Members that must be read today, and that were. */
  healthy: number
  published: number
  /** Members that must be reported as failing, and that were. */
  failing: number
  reported: number
  /** Members whose data must be as old as it was. */
  older: number
  /** Rows that are as their members listed them. */
  rows: number
}

export interface DayResult
  extends Pick<DayFacts, 'day' | 'durationMs' | 'writes' | 'records' | 'usage' | 'reads' | 'disk'> {
  readonly services: ReadonlyMap<string, ServiceCounts>
  /** The share of the rows that changed since the read before, of members that were read. */
  readonly changedShare: number
  readonly problems: readonly string[]
}

const problemsMax = 30
const hourMs = 3_600_000
/** Every platform lists the shows of the next days. */
const comparedDays = 6
/** A host that refuses or limits is left alone; requests on their way, and one that finds out whether it is back, are not many. */
const faultyRequestsMax = 12

export function judgeDay(facts: DayFacts, history: ContentHistory): DayResult {
  const { day, members, health, truth, stored, sinceMs, nowMs, hosts } = facts
  const services = new Map<string, ServiceCounts>()
  const problems: string[] = []
  const changes = { changed: 0, all: 0 }
  for (const member of members) {
    const key = `${member.sourceId}/${member.memberId}`
    const counts = services.get(member.service) ?? newCounts()
    services.set(member.service, counts)
    const problem = judgeMember(member, facts, counts, history.hasRows(key))
    if (problem !== undefined) problems.push(`day ${day}: ${key} ${problem}`)
    const listed = isReadable(member, day) ? truth[key] : undefined
    const isRead = (health.get(key)?.succeeded_at ?? 0) >= sinceMs && listed !== undefined
    if (listed !== undefined) history.noteList(key, listed)
    if (isRead) history.addRead(key, listed)
    if (isRead && day > 1) {
      const own = history.countChanges(key)
      changes.changed += own.changed
      changes.all += own.all
    }
    const {
      right,
      partial,
      problems: wrong,
    } = history.compare(key, stored.get(key) ?? [], [nowMs + hourMs, nowMs + comparedDays * 24 * hourMs])
    counts.rows += right
    if (partial > 0 && day === daysRehearsed)
      problems.push(`day ${day}: ${key} has ${partial} rows without details after all faults are over`)
    if (wrong.length > 0)
      problems.push(`day ${day}: ${key} (${member.fate}) has ${wrong.length} wrong rows: ${wrong[0]}`)
  }
  problems.push(...judgeHostEvents(day, hosts))
  const { durationMs, writes, records, usage, reads, disk } = facts
  return {
    ...{ day, durationMs, writes, records, usage, reads, disk, services },
    changedShare: changes.all === 0 ? 0 : changes.changed / changes.all,
    problems: shorten(problems),
  }
}

/** Whether what a member lists may have been read today. */
function isReadable({ fate, host }: ExpectedMember, day: number): boolean {
  const event = findHostEvent(host, day)
  return fate !== 'gated' && (event === undefined || mayBeRead(event))
}

/** Returns what is wrong with how it was read. */
function judgeMember(
  { service, sourceId, memberId, fate, host }: ExpectedMember,
  { day, health, truth, sinceMs }: DayFacts,
  counts: ServiceCounts,
  hasRows: boolean,
): string | undefined {
  counts.members += 1
  const key = `${sourceId}/${memberId}`
  const row = health.get(key)
  const isTried = row !== undefined && row.tried_at >= sinceMs
  const isRead = isTried && row.failures === 0
  const isReported = row !== undefined && row.failures > 0 && row.error_code !== null
  const when = isTried ? 'today' : 'not tried today, but before'
  const found =
    row === undefined ? 'never tried' : `${when} ${row.error_code ?? 'published'} ${row.error_message ?? ''}`
  const event = findHostEvent(host, day)
  if (event !== undefined && closesHost(event)) {
    if (!isRead) counts.older += 1
    return isRead && !mayBeRead(event) ? `was read although its host has the event ${event.kind}` : undefined
  }
  const isFailing =
    deadFates.has(fate) || (fate === 'moved' && day > 1) || (event !== undefined && event.kind !== 'slow')
  if (isFailing) {
    counts.failing += 1
    // An empty list says nothing where there was none before.
    const listsNothing = event?.kind === 'emptied' || truth[key]?.rows.length === 0
    if (!isReported && listsNothing && !hasRows) return undefined
    if (!isReported) return `is ${event?.kind ?? fate} and not reported: ${found}`
    counts.reported += 1
    return undefined
  }
  // On the first day it still fails, or its time may be over before the next attempt.
  if (day === 1 && (fate === 'changed' || (fate === 'hanging' && isReported))) return undefined
  counts.healthy += 1
  // A list without rows is believed once another confirms it.
  if (isTried && service === 'jobs' && truth[key]?.rows.length === 0) return undefined
  if (!isRead) return `is ${fate} and not published: ${found}`
  counts.published += 1
  return undefined
}

function judgeHostEvents(day: number, hosts: DayFacts['hosts']): string[] {
  return Object.entries(hosts).flatMap(([host, { faulty }]) => {
    const event = findHostEvent(host, day)
    if (event === undefined || !closesHost(event) || faulty <= faultyRequestsMax) return []
    return [`day ${day}: ${host} was asked ${faulty} times during its ${event.kind}`]
  })
}

function newCounts(): ServiceCounts {
  return { members: 0, healthy: 0, published: 0, failing: 0, reported: 0, older: 0, rows: 0 }
}

function shorten(problems: readonly string[]): string[] {
  const more = problems.length - problemsMax
  return more > 0 ? [...problems.slice(0, problemsMax), `and ${more} more`] : [...problems]
}
