/** Tools about cinemas: what is on near a place, and the seats of one showtime. */

import { Type } from 'typebox'
import { toInstant } from '../../../core/clock.ts'
import { type Failure, isFailure } from '../../../core/errors.ts'
import { withDefault } from '../../../http/openapi/fields.ts'
import { accessibilityTags } from '../../../services/cinema/normalise/formats.ts'
import {
  partyMax,
  placedSeats,
  type SeatGroup,
  seatsTogether,
} from '../../../services/cinema/normalise/seats-together.ts'
import type { Seat } from '../../../services/cinema/schema/index.ts'
import type { Json, RouteAnswer, Texts } from '../../route-caller.ts'
import { invalidCursor } from '../next-step.ts'
import { type Call, only, pick, type Tool, type ToolRow } from '../tool.ts'
import { cells, link } from '../tool-result.ts'
import { nothingFound, warningsOf } from './warnings.ts'

const window = {
  near: 'A city, a postal code or lat,lon.',
  radius_miles: 'Distance from the place.',
  date: 'A day at the theater, as 2026-11-19: all of it, with what is past.',
  days: 'Number of days from `date`, or times 24 hours from now.',
  from: 'Starts at or after this instant, with offset. Default without `date`: now.',
  to: 'Starts at or before this instant.',
}

const hourMs = 3_600_000

/**
 * What still comes, unless the arguments say when. The beginning is in the cursor, because the parts of a result must agree on it: a
 * cursor of the route has no dot.
 */
function withWindow({ cursor, ...query }: Texts, nowMs: number) {
  if (query.date !== undefined || query.from !== undefined)
    return { query: { ...query, ...(cursor === undefined ? {} : { cursor }) }, toCursor: String }
  const [began = String(nowMs), after] = cursor?.split('.') ?? []
  const ms = Number(began)
  if (!/^\d{13}$/.test(began) || (cursor !== undefined && after === undefined)) throw invalidCursor()
  const to = query.to ?? toInstant(ms + Number(query.days) * 24 * hourMs)
  return {
    query: { ...query, from: toInstant(ms), to, ...(after === undefined ? {} : { cursor: after }) },
    toCursor: (next: string) => `${began}.${next}`,
  }
}

export const searchShowtimes: Tool = {
  name: 'cinema_search_showtimes',
  title: 'Search showtimes',
  about:
    'Finds cinema showtimes near a place at a time: movie, theater, start, format, ids. Use it for "what is on in Leeds tonight" or "when is Dune in IMAX near 10001". Give `movie` as a title, or ids of an earlier result. It lists what begins in the next 24 hours, unless you say when, and tells what time it is. Not for seats and prices: pass a showtime_id to cinema_get_showtime. Example: {"near":"Leeds","from":"2026-11-18T18:00:00Z","to":"2026-11-18T23:00:00Z"}',
  service: 'cinema',
  operations: ['searchShowtimes', 'searchMovies'],
  rows: 12,
  input: (routes) => ({
    ...pick(routes, 'searchShowtimes', window),
    movie: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Words of the title; the best match is taken.',
      }),
    ),
    ...pick(routes, 'searchShowtimes', {
      movie_id: 'Instead of `movie`.',
      theater_id: 'Only this theater.',
      format: 'Format tags, such as imax|3d|subtitled.',
      accessibility: `One or more of ${accessibilityTags.join('|')}.`,
      language: 'Spoken, such as French.',
      subtitle_language: 'Of the subtitles.',
      together: 'So many free seats next to each other.',
      sort: 'distance: the nearest theaters first.',
    }),
  }),
  async run(args, call, nowMs) {
    const { movie, detail: _, ...texts } = args
    const { query, toCursor } = withWindow(texts, nowMs)
    const now = toInstant(nowMs)
    const found = movie === undefined ? undefined : await findMovie(movie, call)
    const include = 'movie,theater'
    const chosen = found === undefined ? {} : { movie_id: String(found.id) }
    const answer = await call('searchShowtimes', { ...query, ...chosen, include })
    return {
      head: [
        ...(found === undefined ? [] : [`Movie: ${cells(found.title, found.release_date, found.id)}`]),
        ...placeLine(answer),
        `Now: ${now}`,
      ],
      facts: { now },
      rows: answer.rows.map(showtimeRow),
      next: answer.next && toCursor(answer.next),
      warnings: warningsOf(answer),
    }
  },
}

async function findMovie(movie: string, call: Call): Promise<Json> {
  const answer = await call('searchMovies', { q: movie, limit: '1' })
  const [found] = answer.rows
  if (found !== undefined) return found
  const message = 'No movie has these words in its title. Search without `movie` to see what is on.'
  throw nothingFound(answer, message, { parameter: 'movie' })
}

function placeLine({ meta }: RouteAnswer): string[] {
  const near = meta.near as Json | undefined
  return near === undefined ? [] : [`Near: ${cells(near.place ?? `${near.lat},${near.lon}`)}`]
}

function showtimeRow(row: Json): ToolRow {
  const movie = (row.movie ?? {}) as Json
  const theater = (row.theater ?? {}) as Json
  const { city } = (theater.address ?? {}) as Json
  const item = {
    showtime_id: row.id,
    starts_at_local: row.starts_at_local,
    ends_at: row.ends_at,
    movie: movie.title,
    movie_id: row.movie_id,
    theater: theater.name,
    theater_id: row.theater_id,
    city,
    distance_miles: row.distance_miles,
    formats: row.format_tags,
    status: row.status,
  }
  return {
    line: cells(item.starts_at_local, item.movie, item.theater, city, row.format_tags, row.status, row.id),
    item,
  }
}

export const getShowtime: Tool = {
  name: 'cinema_get_showtime',
  title: 'Get a showtime with seats',
  about:
    'One showtime: movie, theater, start, ticket prices, booking link, free seats, a seat plan as text (o free, x taken) and the best free seats next to each other for a party. Use it after cinema_search_showtimes. Seats are those of the last read, unless source_mode is live, which asks the cinema now. Nothing is booked. Example: {"showtime_id":"st_…","party":3}',
  service: 'cinema',
  operations: ['getShowtime', 'getSeatMap'],
  isWhole: true,
  input: (routes) => ({
    ...pick(routes, 'getShowtime', { showtime_id: '`showtime_id` of a result.' }),
    party: withDefault(
      Type.Integer({ minimum: 1, maximum: partyMax, description: 'Number of people who sit together.' }),
      2,
    ),
    ...pick(routes, 'getSeatMap', {
      source_mode:
        'live asks the cinema now; auto does if the seats are unknown or older than 15 minutes. Both within limits of their own.',
    }),
  }),
  async run(args, call) {
    const id = only(args, 'showtime_id')
    const { data } = await call('getShowtime', { ...id, include: 'movie,theater,prices' })
    const { line, item } = showtimeRow(data)
    const prices = ((data.prices ?? []) as readonly Json[])
      .slice(0, pricesMax)
      .map(({ label, amount, currency }) => ({ label, amount, currency }))
    const { seats, answer, reason } = await readSeats(args, call)
    const party = Number(args.party)
    const placed = placedSeats(seats)
    const groups = seatsTogether(placed, party, 3).map(({ row, seats: together }: SeatGroup) => ({
      row,
      seats: together.map(({ label }) => label),
    }))
    const summary = (answer?.data.summary ?? null) as Json | null
    return {
      head: [
        line,
        ...(data.booking_url === undefined ? [] : [`Book at: ${link(data.booking_url)}`]),
        `Prices: ${prices.map(({ label, amount, currency }) => cells(label, `${amount} ${currency}`)).join('; ') || 'not known'}`,
        ...(summary === null || (summary.available ?? summary.capacity ?? null) === null
          ? [`Seats: ${reason ?? 'not known'}`]
          : [
              `Seats: ${summary.available ?? 'unknown'} free of ${summary.capacity ?? 'unknown'}, read ${summary.captured_at}`,
            ]),
        ...groups.map((group) => `Best for ${party}: ${cells(group.seats.join(' '))}`),
        ...(placed.length > 0 && groups.length === 0
          ? [`No ${party} free seats are next to each other.`]
          : []),
        ...(placed.length === 0 ? [] : ['Screen at the top:', ...seatPlan(placed)]),
      ],
      facts: { showtime: item, booking_url: data.booking_url ?? null, prices, seats: summary, best: groups },
      warnings: answer === undefined ? [] : warningsOf(answer),
    }
  },
}

interface Seats {
  readonly seats: readonly Seat[]
  readonly answer?: RouteAnswer
  /** Why there are none. */
  readonly reason?: string
}

async function readSeats(args: Texts, call: Call): Promise<Seats> {
  const query = only(args, 'showtime_id', 'source_mode')
  for (const seat_detail of ['grid', 'summary']) {
    try {
      const answer = await call('getSeatMap', { ...query, seat_detail })
      return { seats: (answer.data.seats ?? []) as readonly Seat[], answer }
    } catch (thrown) {
      // Some theaters have counts only, and some nothing.
      if (isFailure(thrown, 'unsupported_capability') && seat_detail === 'grid') continue
      if (isFailure(thrown, 'unsupported_capability') || isFailure(thrown, 'no_data'))
        return { seats: [], reason: (thrown as Failure).message }
      throw thrown
    }
  }
  return { seats: [] }
}

const pricesMax = 8
const planRowsMax = 60
const planColumnsMax = 100

/** A line per row: `o` is free, `x` is not, a space has no seat. */
function seatPlan(seats: ReturnType<typeof placedSeats>): string[] {
  const rows = [...Map.groupBy(seats, ({ y }) => y)].sort(([one], [other]) => one - other)
  return rows.slice(0, planRowsMax).map(([, inRow]) => {
    const line: string[] = []
    for (const { x, status } of inRow) {
      if (x >= 0 && x < planColumnsMax) line[x] = status === 'available' ? 'o' : 'x'
    }
    const plan = Array.from(line, (mark) => mark ?? ' ').join('')
    return `${cells(inRow[0]?.row).slice(0, 4).padEnd(4)} ${plan}`
  })
}
