/** Finds what differs between a roster and the registry. Pure. */

import type { KnownMember, RosterEntry, RosterPlace } from './roster.ts'

export type ChangeKind = 'add' | 'rename' | 'move' | 'close'

export interface RosterChange {
  readonly kind: ChangeKind
  readonly memberId: string
  /** For people. */
  readonly detail: string
  /** The cells of the registry that change. */
  readonly cells: Readonly<Record<string, string>>
}

/** What is remembered about a member between two readings. */
export interface RosterMemory {
  /** As it was listed when it was first seen, or when a change was decided. Absent if it was never listed. */
  readonly name?: string
  readonly place?: RosterPlace
  readonly absentSince?: number
}

export interface RosterComparison {
  readonly changes: readonly RosterChange[]
  /** By member: what to remember. */
  readonly memories: ReadonlyMap<string, RosterMemory>
  /** Why nothing was compared. */
  readonly problem?: string
}

const dayMs = 86_400_000
/** Some lists have only members with events: a member that is absent for a few days may be on holiday. */
const closedAfterMs = 5 * dayMs
/** A list with less of the known members is believed to be cut off. */
const knownShareMin = 0.5
const movedKm = 0.5

export function compareRoster(
  known: readonly KnownMember[],
  entries: readonly RosterEntry[],
  memories: ReadonlyMap<string, RosterMemory>,
  nowMs: number,
): RosterComparison {
  const listed = new Map(entries.map((entry) => [entry.memberId, entry]))
  const expected = known.filter(({ isRead }) => isRead)
  const found = expected.filter(({ id }) => listed.has(id)).length
  if (found < expected.length * knownShareMin)
    return {
      changes: [],
      memories,
      problem: `lists ${found} of ${expected.length} known members; it may be cut off or of another chain`,
    }
  const changes: RosterChange[] = []
  const next = new Map<string, RosterMemory>()
  const knownIds = new Set(known.map(({ id }) => id))
  for (const member of known) {
    const entry = listed.get(member.id)
    const memory = memories.get(member.id) ?? {}
    if (entry === undefined) {
      const absentSince = memory.absentSince ?? nowMs
      next.set(member.id, { ...memory, absentSince })
      if (member.isRead && nowMs - absentSince >= closedAfterMs) changes.push(toClosing(member, absentSince))
      continue
    }
    const { name = entry.name, place = entry.place } = memory
    next.set(member.id, { name, place })
    if (entry.name !== name) changes.push(toRename(entry, name))
    if (hasMoved(place, entry.place)) changes.push(toMove(entry))
  }
  for (const entry of listed.values()) {
    if (knownIds.has(entry.memberId)) continue
    const { memberId, name, place, cells } = entry
    const detail = [name, place.line1, place.city].filter(Boolean).join(', ')
    changes.push({ kind: 'add', memberId, detail, cells })
  }
  return { changes, memories: next }
}

function toClosing({ id, name }: KnownMember, absentSince: number): RosterChange {
  const since = new Date(absentSince).toISOString().slice(0, 10)
  return { kind: 'close', memberId: id, detail: `${name} is not listed since ${since}`, cells: {} }
}

function toRename({ memberId, name }: RosterEntry, before: string): RosterChange {
  return { kind: 'rename', memberId, detail: `${before} is now ${name}`, cells: { name } }
}

function toMove({ memberId, name, place }: RosterEntry): RosterChange {
  const { line1, city } = place
  const cells = Object.fromEntries(Object.entries(place).map(([column, value]) => [column, String(value)]))
  return {
    kind: 'move',
    memberId,
    detail: `${name} is now at ${[line1, city].filter(Boolean).join(', ')}`,
    cells,
  }
}

function hasMoved(before: RosterPlace, after: RosterPlace): boolean {
  if (
    before.lat !== undefined &&
    before.lon !== undefined &&
    after.lat !== undefined &&
    after.lon !== undefined
  )
    return kmBetween(before.lat, before.lon, after.lat, after.lon) > movedKm
  return before.city !== undefined && after.city !== undefined && before.city !== after.city
}

/** Good enough for distances within a city. */
function kmBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const kmPerDegree = 111.2
  const x = (lon2 - lon1) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180)
  return Math.hypot(lat2 - lat1, x) * kmPerDegree
}
