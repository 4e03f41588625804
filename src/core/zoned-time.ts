/** Converts between local times and instants in a time zone. */

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const daysMax = 5000

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** By day since the epoch: the offset at its first instant. */
  readonly offsets: Map<number, number>
}

/** Bounded: it contains only existing zones. */
const zones = new Map<string, Zone>()

/** Whether the system supports the IANA name. */
export function isTimeZone(name: string): boolean {
  return zoneOf(name) !== undefined
}

export interface ResolvedLocal {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** `repeated`: the time occurs twice, and `at` is the first. `missing`: it never occurs, and `at` is moved forward by the gap. */
  readonly kind: 'plain' | 'repeated' | 'missing'
  /** The second occurrence of a repeated time. */
  readonly later?: number
}

/** `wallMs` is the local time as if it were UTC. */
export function resolveLocal(wallMs: number, timeZone: string): ResolvedLocal {
  const before = offsetAt(wallMs - dayMs, timeZone)
  const after = offsetAt(wallMs + dayMs, timeZone)
  const occurrences = [...new Set([before, after])]
    .map((offset) => ({ at: wallMs - offset, offset }))
    .filter(({ at, offset }) => offsetAt(at, timeZone) === offset)
    .map(({ at }) => at)
    .sort((one, other) => one - other)
  const [first, later] = occurrences
  if (first === undefined) return { at: wallMs - before, kind: 'missing' }
  return later === undefined ? { at: first, kind: 'plain' } : { at: first, kind: 'repeated', later }
}

/** How far the zone is ahead of UTC, in milliseconds. */
export function offsetAt(ms: number, timeZone: string): number {
  const zone = zoneOf(timeZone)
  if (zone === undefined) throw new RangeError(`unknown time zone: ${timeZone}`)
  const day = Math.floor(ms / dayMs)
  const before = offsetOn(day, zone)
  // No zone changes twice a day: a day with the same offset at start and end has it throughout.
  return before === offsetOn(day + 1, zone) ? before : measureOffset(ms, zone.format)
}

function offsetOn(day: number, { format, offsets }: Zone): number {
  const cached = offsets.get(day)
  if (cached !== undefined) return cached
  const offset = measureOffset(day * dayMs, format)
  if (offsets.size >= daysMax) offsets.clear()
  offsets.set(day, offset)
  return offset
}

/** `2026-11-01T01:30:00-04:00` */
export function toLocalText(ms: number, timeZone: string): string {
  const offset = offsetAt(ms, timeZone)
  const wall = new Date(ms + offset).toISOString().slice(0, 19)
  const minutes = Math.abs(offset) / minuteMs
  const sign = offset < 0 ? '-' : '+'
  return `${wall}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

function zoneOf(name: string): Zone | undefined {
  const cached = zones.get(name)
  if (cached !== undefined) return cached
  const zone = openZone(name)
  if (zone !== undefined) zones.set(name, zone)
  return zone
}

function openZone(timeZone: string): Zone | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    return { format, offsets: new Map() }
  } catch {
    return undefined
  }
}

function measureOffset(ms: number, format: Intl.DateTimeFormat): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}
