/** What a theater shows on a day: the same for everyone who asks, however and whenever they ask. */

import { offsetAt, resolveLocal } from '../../src/core/zoned-time.ts'
import { type Day, startOf, weekday } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import type { PretendScreen, PretendTheater } from './chains.ts'
import { movies, type PretendMovie, premiereOf } from './movies.ts'

export interface PretendShow {
  /** A number unique within the theater. */
  readonly session: number
  readonly movie: PretendMovie
  readonly variant: Variant
  readonly screen: PretendScreen
  /** The business date. */
  readonly day: Day
  /** Minutes from the first midnight of the business date; 1440 and more after midnight. */
  readonly minute: number
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  /** `2026-11-15T19:40:00` on the wall. */
  readonly local: string
  readonly isCancelled: boolean
  /** How full it would be if the room had no walls; more than 1 sells out. */
  readonly demand: number
}

/** A showing of a particular kind; platforms list some of them as films of their own. */
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

/** Dense days from three days ago to two weeks ahead; after that, events. */
export const pastDays = 3
export const denseDays = 14
export const farDays = 84

/** All days on which the theater shows anything, as seen today. */
export function daysOf(world: World, theater: PretendTheater): Day[] {
  const today = localToday(world, theater)
  const days: Day[] = []
  for (let day = today - pastDays; day < today + farDays; day++) {
    if (day < today + denseDays || isEventDay(theater, day)) days.push(day)
  }
  return days
}

/** The day on the theater's calendar. */
export function localToday(world: World, theater: PretendTheater): Day {
  const now = world.now()
  return Math.floor((now + offsetAt(now, theater.city.timezone)) / 86_400_000)
}

function isEventDay(theater: PretendTheater, day: Day): boolean {
  return (day + theater.screens.length) % 17 === 0
}

export function showsOn(world: World, theater: PretendTheater, day: Day): PretendShow[] {
  const today = localToday(world, theater)
  if (day < today - pastDays || day >= today + farDays) return []
  if (day >= today + denseDays) return isEventDay(theater, day) ? [eventOn(world, theater, day)] : []
  return theater.screens.flatMap((screen) => showsIn(world, theater, screen, day))
}

/** A show by its number, which says on which day it is. */
export function showByNumber(
  world: World,
  theater: PretendTheater,
  session: number,
): PretendShow | undefined {
  if (!Number.isInteger(session)) return undefined
  const day = Math.floor(session / sessionsPerDay) + dayZero
  return showsOn(world, theater, day).find((show) => show.session === session)
}

const dayZero = 20_000
const sessionsPerDay = 200
const sessionsPerScreen = 20

function showsIn(world: World, theater: PretendTheater, screen: PretendScreen, day: Day): PretendShow[] {
  const chance = world.random('cinema', theater.key, screen.number, day)
  const isWeekend = weekday(day) >= 5
  const candidates = playing(day, screen)
  const shows: PretendShow[] = []
  let minute = isWeekend ? chance.int(600, 690) : chance.int(690, 840)
  const lastMinute = isWeekend ? 1440 + 30 : 1370
  for (let slot = 0; minute <= lastMinute && slot < sessionsPerScreen; slot++) {
    const movie = pickByDraw(chance, candidates, minute)
    const variant = variantOf(chance, movie, screen, minute, day)
    shows.push(toShow(chance, theater, { movie, variant, screen, day, minute, slot }))
    minute += Math.ceil((movie.minutes + 35) / 5) * 5 + chance.int(0, 4) * 5
    // Late shows begin late: nothing starts just before midnight.
    if (minute > 1375 && minute < 1440 + 15)
      minute = isWeekend && chance.chance(0.35) ? 1440 + chance.int(3, 6) * 5 : 9999
  }
  return shows
}

function eventOn(world: World, theater: PretendTheater, day: Day): PretendShow {
  const chance = world.random('cinema', theater.key, 'event', day)
  const [screen] = theater.screens
  const events = movies.filter(({ kind }) => kind === 'event' || kind === 'secret')
  return toShow(chance, theater, {
    movie: chance.pick(events),
    variant: 'plain',
    screen: screen as PretendScreen,
    day,
    minute: chance.pick([1110, 1140, 1170]),
    slot: sessionsPerScreen - 1,
  })
}

/** What is out, with what is about to open for early access. */
function playing(day: Day, screen: PretendScreen): PretendMovie[] {
  return movies.filter((movie) => {
    if (movie.kind === 'classic') return (day + movie.number) % 4 === 0 && screen.number !== 1
    if (movie.kind === 'event' || movie.kind === 'secret')
      return (day + movie.number) % 7 === 0 && screen.number === 2
    if (movie.kind === 'package') return weekday(day) === 6 && screen.number === 2
    const premiere = premiereOf(movie, day)
    return premiere <= day + (screen.number === 1 ? 1 : 0)
  })
}

function pickByDraw(chance: Random, candidates: readonly PretendMovie[], minute: number): PretendMovie {
  const weights = candidates.map((movie) => weightAt(movie, minute))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let left = chance.float() * total
  for (const [index, movie] of candidates.entries()) {
    left -= weights[index] ?? 0
    if (left <= 0) return movie
  }
  return candidates.at(-1) as PretendMovie
}

/** Children in the morning, horror at night, events in the evening. */
function weightAt({ draw, rating, genre, kind }: PretendMovie, minute: number): number {
  if (kind === 'event' || kind === 'secret' || kind === 'package')
    return minute > 1080 && minute < 1200 ? draw * 4 : 0
  if (rating === 'U') return minute < 1080 ? draw * 2 : draw * 0.1
  if (genre === 'Horror') return minute > 1080 ? draw * 2 : draw * 0.2
  return draw * draw + 0.05
}

function variantOf(
  chance: Random,
  movie: PretendMovie,
  screen: PretendScreen,
  minute: number,
  day: Day,
): Variant {
  if (movie.kind === 'classic') return (movie.year ?? 0) % 5 === 1 ? 'anniversary' : 'plain'
  if (movie.kind !== 'film') return movie.kind === 'foreign' ? 'subtitled' : 'plain'
  if (premiereOf(movie, day) > day) return 'preview'
  if (screen.kind === 'imax') return 'imax'
  if (movie.has3d && chance.chance(0.3)) return '3d'
  if (minute < 720 && movie.rating === 'U' && weekday(day) === 6) return 'kids'
  if (minute < 780 && weekday(day) === 7 && chance.chance(0.25)) return 'relaxed'
  if (minute < 780 && weekday(day) === 3 && chance.chance(0.4)) return 'baby'
  if (minute > 1080 && chance.chance(0.04)) return 'subtitled'
  return minute > 1080 && chance.chance(0.02) ? 'talk' : 'plain'
}

function toShow(
  chance: Random,
  theater: PretendTheater,
  part: Pick<PretendShow, 'movie' | 'variant' | 'screen' | 'day' | 'minute'> & { slot: number },
): PretendShow {
  const { slot, ...show } = part
  const wallMs = startOf(show.day) + show.minute * 60_000
  const isEvening = show.minute > 1050 && show.minute < 1320
  const crowd = (isEvening ? 0.75 : 0.35) * (weekday(show.day) >= 5 ? 1.35 : 0.8)
  return {
    ...show,
    session: (show.day - dayZero) * sessionsPerDay + (show.screen.number - 1) * sessionsPerScreen + slot,
    startsAt: resolveLocal(wallMs, theater.city.timezone).at,
    local: new Date(wallMs).toISOString().slice(0, 19),
    isCancelled: chance.chance(0.015),
    demand: Math.max(0.02, chance.gauss(crowd * (0.35 + show.movie.draw * 0.75), 0.18)),
  }
}
