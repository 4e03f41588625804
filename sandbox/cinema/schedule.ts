/** The shows of a theater on a day. They do not depend on who requests them, or when. */

import { offsetAt, resolveLocal } from '../../src/core/zoned-time.ts'
import { type Day, startOf, weekday } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import type { Screen, Theater } from './chains.ts'
import { type Movie, movies, premiereOf } from './movies.ts'

export interface Show {
  /** Unique within the theater. */
  readonly session: number
  readonly movie: Movie
  readonly variant: Variant
  readonly screen: Screen
  /** The business date. */
  readonly day: Day
  /** Minutes since the start of the business date; 1440 or more after midnight. */
  readonly minute: number
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  /** Local time: `2026-11-15T19:40:00`. */
  readonly local: string
  readonly isCancelled: boolean
  /** Demand as a share of the seats; more than 1 sells out. */
  readonly demand: number
}

/** Kinds of shows; some platforms list some of them as separate films. */
export type Variant =
  | 'plain'
  | '3d'
  | 'imax'
  | 'subtitled'
  | 'kids'
  | 'relaxed'
  | 'baby'
  | 'preview'
  | 'talk'
  | 'anniversary'

/** Full schedules from three days ago to two weeks ahead, then single events. */
export const pastDays = 3
export const denseDays = 14
export const farDays = 84

/** All days with shows, as announced today. */
export function daysOf(world: World, theater: Theater): Day[] {
  const today = localToday(world, theater)
  const days: Day[] = []
  for (let day = today - pastDays; day < today + farDays; day++) {
    if (day < today + denseDays || isEventDay(theater, day)) days.push(day)
  }
  return days
}

/** Today in the time zone of the theater. */
export function localToday(world: World, theater: Theater): Day {
  const now = world.now()
  return Math.floor((now + offsetAt(now, theater.city.timezone)) / 86_400_000)
}

function isEventDay(theater: Theater, day: Day): boolean {
  return (day + theater.screens.length) % 17 === 0
}

export function showsOn(world: World, theater: Theater, day: Day): Show[] {
  const today = localToday(world, theater)
  if (day < today - pastDays || day >= today + farDays) return []
  if (day >= today + denseDays) return isEventDay(theater, day) ? [eventOn(world, theater, day)] : []
  return theater.screens.flatMap((screen) => showsIn(world, theater, screen, day))
}

/** The shows of a day without the cancelled ones. */
export function listedShowsOn(world: World, theater: Theater, day: Day): Show[] {
  return showsOn(world, theater, day).filter(({ isCancelled }) => !isCancelled)
}

/** All shows of the theater without the cancelled ones. */
export function listedShows(world: World, theater: Theater): Show[] {
  return daysOf(world, theater).flatMap((day) => listedShowsOn(world, theater, day))
}

/** A show by its number, which contains the day. */
export function showByNumber(world: World, theater: Theater, session: number): Show | undefined {
  if (!Number.isInteger(session)) return undefined
  const day = Math.floor(session / sessionsPerDay) + dayZero
  return showsOn(world, theater, day).find((show) => show.session === session)
}

const dayZero = 20_000
const sessionsPerDay = 200
const sessionsPerScreen = 20

function showsIn(world: World, theater: Theater, screen: Screen, day: Day): Show[] {
  const random = world.random('cinema', theater.key, screen.number, day)
  const isWeekend = weekday(day) >= 5
  const candidates = playing(day, screen)
  const shows: Show[] = []
  let minute = isWeekend ? random.int(600, 690) : random.int(690, 840)
  const lastMinute = isWeekend ? 1440 + 30 : 1370
  for (let slot = 0; minute <= lastMinute && slot < sessionsPerScreen; slot++) {
    const movie = pickByPopularity(random, candidates, minute)
    const variant = variantOf(random, movie, screen, minute, day)
    shows.push(toShow(random, theater, { movie, variant, screen, day, minute, slot }))
    minute += Math.ceil((movie.minutes + 35) / 5) * 5 + random.int(0, 4) * 5
    // Nothing starts just before midnight.
    if (minute > 1375 && minute < 1440 + 15)
      minute = isWeekend && random.chance(0.35) ? 1440 + random.int(3, 6) * 5 : 9999
  }
  return shows
}

function eventOn(world: World, theater: Theater, day: Day): Show {
  const random = world.random('cinema', theater.key, 'event', day)
  const [screen] = theater.screens
  const events = movies.filter(({ kind }) => kind === 'event' || kind === 'secret')
  return toShow(random, theater, {
    movie: random.pick(events),
    variant: 'plain',
    screen: screen as Screen,
    day,
    minute: random.pick([1110, 1140, 1170]),
    slot: sessionsPerScreen - 1,
  })
}

/** Films that have been released, and previews of those that open the next day. */
function playing(day: Day, screen: Screen): Movie[] {
  return movies.filter((movie) => {
    if (movie.kind === 'classic') return (day + movie.number) % 4 === 0 && screen.number !== 1
    if (movie.kind === 'event' || movie.kind === 'secret')
      return (day + movie.number) % 7 === 0 && screen.number === 2
    if (movie.kind === 'package') return weekday(day) === 6 && screen.number === 2
    const premiere = premiereOf(movie, day)
    return premiere <= day + (screen.number === 1 ? 1 : 0)
  })
}

function pickByPopularity(random: Random, candidates: readonly Movie[], minute: number): Movie {
  const weights = candidates.map((movie) => weightAt(movie, minute))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let left = random.float() * total
  for (const [index, movie] of candidates.entries()) {
    left -= weights[index] ?? 0
    if (left <= 0) return movie
  }
  return candidates.at(-1) as Movie
}

/** Children's films in the morning, horror at night, events in the evening. */
function weightAt({ popularity, rating, genre, kind }: Movie, minute: number): number {
  if (kind === 'event' || kind === 'secret' || kind === 'package')
    return minute > 1080 && minute < 1200 ? popularity * 4 : 0
  if (rating === 'U') return minute < 1080 ? popularity * 2 : popularity * 0.1
  if (genre === 'Horror') return minute > 1080 ? popularity * 2 : popularity * 0.2
  return popularity * popularity + 0.05
}

function variantOf(random: Random, movie: Movie, screen: Screen, minute: number, day: Day): Variant {
  if (movie.kind === 'classic') return (movie.year ?? 0) % 5 === 1 ? 'anniversary' : 'plain'
  if (movie.kind !== 'film') return movie.kind === 'foreign' ? 'subtitled' : 'plain'
  if (premiereOf(movie, day) > day) return 'preview'
  if (screen.kind === 'imax') return 'imax'
  if (movie.has3d && random.chance(0.3)) return '3d'
  if (minute < 720 && movie.rating === 'U' && weekday(day) === 6) return 'kids'
  if (minute < 780 && weekday(day) === 7 && random.chance(0.25)) return 'relaxed'
  if (minute < 780 && weekday(day) === 3 && random.chance(0.4)) return 'baby'
  if (minute > 1080 && random.chance(0.04)) return 'subtitled'
  return minute > 1080 && random.chance(0.02) ? 'talk' : 'plain'
}

function toShow(
  random: Random,
  theater: Theater,
  part: Pick<Show, 'movie' | 'variant' | 'screen' | 'day' | 'minute'> & { slot: number },
): Show {
  const { slot, ...show } = part
  const wallMs = startOf(show.day) + show.minute * 60_000
  const isEvening = show.minute > 1050 && show.minute < 1320
  const crowd = (isEvening ? 0.75 : 0.35) * (weekday(show.day) >= 5 ? 1.35 : 0.8)
  return {
    ...show,
    session: (show.day - dayZero) * sessionsPerDay + (show.screen.number - 1) * sessionsPerScreen + slot,
    startsAt: resolveLocal(wallMs, theater.city.timezone).at,
    local: new Date(wallMs).toISOString().slice(0, 19),
    isCancelled: random.chance(0.015),
    demand: Math.max(0.02, random.gauss(crowd * (0.35 + show.movie.popularity * 0.75), 0.18)),
  }
}
