/** How long a gated center is not requested again: longer with each consecutive sighting of the gate. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'

/** The last sighting of a gate, as the source notes it. */
const Sighting = Type.Object({
  reason: Type.String(),
  at: Type.Integer(),
  /** Consecutive sightings, at most one per day. */
  times: Type.Integer(),
  /** Until when the center is not requested. */
  until: Type.Integer(),
})
export type Sighting = Static<typeof Sighting>
const isSighting = typeGuard(Sighting)

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After the first sighting the next daily run tries again; a removed gate is noticed within a week. */
const pauseDaysBySighting = [0, 2, 4, 7] as const
const pauseMsMax = 7 * dayMs
/** A daily run may be a little early. */
const slackMs = 2 * hourMs
/** Two attempts within this time count as one sighting. */
const sameSightingMs = 20 * hourMs

/** Undefined if there is no valid note. */
export function parseSighting(note: string | undefined): Sighting | undefined {
  try {
    const value: unknown = JSON.parse(note ?? 'null')
    return isSighting(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A sighting from the future, noted while a clock was wrong, pauses nothing. */
export function isPaused({ at, until }: Sighting, nowMs: number): boolean {
  return at <= nowMs && nowMs < Math.min(until, at + pauseMsMax)
}

export function nextSighting(previous: Sighting | undefined, reason: string, nowMs: number): Sighting {
  const isSameSighting = previous !== undefined && nowMs - previous.at < sameSightingMs
  const times = isSameSighting ? previous.times : (previous?.times ?? 0) + 1
  const pauseDays = pauseDaysBySighting[Math.min(times, pauseDaysBySighting.length) - 1] ?? 0
  return { reason, at: nowMs, times, until: nowMs + pauseDays * dayMs - slackMs }
}
