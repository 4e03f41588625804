/** Helios (Poland): one response with all days of a theater, and the seat counts of two days from its ticket service. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { addDays, dayAt, parseLocalStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { AvailabilityRecord, MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  fetchParts,
  requireOption,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { nullish, nullishNumber, nullishText, unknownRows } from '../../field-schemas.ts'
import { bodiesOf, parseCount } from '../../field-values.ts'
import { toCountRecords } from '../../records/count-records.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { bookingUrl, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'

const uuid = Type.String({ minLength: 1, maxLength: 100 })
const Names = nullish(Type.Array(Type.Object({ name: nullishText })))

const TitleShape = Type.Object({
  id: Type.Integer(),
  /** Of a film. */
  title: nullishText,
  titleOriginal: nullishText,
  /** Of an event. */
  name: nullishText,
  duration: nullishNumber,
  age: nullishNumber,
  flags: nullish(unknownRows),
  genres: Names,
  posterPhoto: nullish(Type.Object({ url: nullishText })),
})
const isTitle = typeGuard(TitleShape)
type TitleRow = Type.Static<typeof TitleShape>

const Print = nullish(Type.Object({ printRelease: nullishText }))
const isScreeningMovie = typeGuard(Type.Object({ movie: TitleShape, moviePrint: Print }))

const ScreeningShape = Type.Object({
  timeFrom: Type.String(),
  saleTimeTo: nullishText,
  sourceId: uuid,
  cinemaSourceId: uuid,
  cinemaScreen: nullish(Type.Object({ feature: nullishText })),
  moviePrint: Print,
  event: Type.Optional(Type.Unknown()),
  screeningMovies: nullish(unknownRows),
})
const isScreening = typeGuard(ScreeningShape)
type ScreeningRow = Type.Static<typeof ScreeningShape>

const isGroup = typeGuard(Type.Object({ screenings: unknownRows, flags: nullish(unknownRows) }))

/** By name. An empty one is written as an empty list. */
const Rows = Type.Union([
  Type.Record(Type.String(), Type.Unknown()),
  Type.Array(Type.Unknown(), { maxItems: 0 }),
])

type Repertoire = Type.Static<typeof Repertoire>
const Repertoire = Type.Object({
  data: Type.Object({ screenings: Rows, movies: nullish(Rows), events: nullish(Rows) }),
})

const isOccupancy = typeGuard(
  Type.Object({ id: uuid, audience: Type.Unknown(), maxOccupancy: Type.Unknown() }),
)

export const helios = defineCinemaSource({
  id: 'helios',
  about: {
    name: 'Helios',
    home: 'https://helios.pl',
    terms: 'Public listings of the chain’s own site; rate-limited, with a link back.',
  },
  baseUrl: 'https://api.helios.pl',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'occupancy_rate', 'occupancy_counts', 'booking_url'], false),
  grade: 'count',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: ['held_not_separated', 'counts_of_two_days', 'no_counts_of_events'],
  seatCalls: 0,
  raw: { screenings: Repertoire, occupancy: unknownRows },
  secondaryKinds: ['occupancy'],

  async *fetch({ http, member, nowMs, signal }) {
    const number = encodeURIComponent(requireOption(member, 'number'))
    const url = `${member.base}/cinemas/${number}/screenings`
    yield toUpstreamResponse('screenings', await http.request(url, { signal }))
    const counts = occupancyUrl(member, nowMs)
    yield* fetchParts(
      { member, nowMs },
      {
        'seat counts': [
          async () => toUpstreamResponse('occupancy', await http.request(counts, { signal, group: 'seats' })),
        ],
      },
    )
  },

  *toRecords(responses, context) {
    const { member, nowMs, drop } = context
    const { ofEvents, ...listing } = toListing(responses, context)
    const { showtimes } = listing
    yield* toListingRecords(member, { ...listing, theater: toTheaterRecord(member) })
    for (const rows of bodiesOf<unknown[]>(responses, 'occupancy')) {
      const counts = toCounts(rows, new Map(showtimes.map((showtime) => [showtime.session, showtime])), nowMs)
      yield* counts.values()
      for (const { session, startsAt, startsAtLocal } of showtimes) {
        const isCounted = counts.has(session) || ofEvents.has(session) || startsAt <= nowMs
        if (!isCounted && countedDays(member, nowMs).includes(startsAtLocal.slice(0, 10)))
          drop('a showtime without its seat counts')
      }
    }
  },
})

/** Today and tomorrow: without both ends the response has every screening that ever was. */
function occupancyUrl(member: CinemaMember, nowMs: number): string {
  const [today, tomorrow] = countedDays(member, nowMs)
  const site = encodeURIComponent(member.site)
  const days = `dateTimeFrom=${today}T00:00:00&dateTimeTo=${tomorrow}T23:59:59`
  return `${requireOption(member, 'rest')}/cinema/${site}/screening?${days}`
}

function countedDays({ timezone }: CinemaMember, nowMs: number): string[] {
  const today = dayAt(nowMs, timezone)
  return [today, addDays(today, 1)]
}

function toListing(
  responses: readonly ParsedResponse[],
  context: MapContext<CinemaMember>,
): ReadSessions & { ofEvents: ReadonlySet<string> } {
  const { member, drop } = context
  const sessions = new SessionList(context)
  /** Their seats are not counted. */
  const ofEvents = new Set<string>()
  for (const { key, row, flags, described } of screeningsIn(bodiesOf<Repertoire>(responses, 'screenings'))) {
    if (!isScreening(row)) sessions.hold(row, 'sourceId', 'not a screening')
    else if (row.cinemaSourceId !== member.site) drop('of another cinema')
    else {
      const film = toFilm(row, key, described)
      sessions.add(row.sourceId, film?.record, () => film && toShowtime(row, film, flags, member))
      if (key.startsWith('e')) ofEvents.add(row.sourceId)
    }
  }
  return { ...sessions.read(), ofEvents }
}

interface ListedScreening {
  /** `m4423` is a film, `e2714` an event. */
  readonly key: string
  readonly row: unknown
  readonly flags: readonly unknown[]
  /** The films and events that the response describes, by key. */
  readonly described: (key: string) => unknown
}

/** A day or a group that cannot be read has one screening that cannot be read. */
function* screeningsIn(bodies: readonly Repertoire[]): Generator<ListedScreening> {
  for (const { data } of bodies) {
    const rows = new Map([...Object.entries(data.movies ?? {}), ...Object.entries(data.events ?? {})])
    for (const day of Object.values(data.screenings)) {
      const groups =
        typeof day === 'object' && day !== null ? Object.entries(day) : [['', undefined] as const]
      for (const [key, group] of groups) {
        const { screenings, flags } = isGroup(group) ? group : { screenings: [undefined], flags: [] }
        for (const row of screenings)
          yield { key, row, flags: flags ?? [], described: (name) => rows.get(name) }
      }
    }
  }
}

interface ShownFilm {
  readonly record: MovieRecord
  readonly release: string
  /** Dubbed in Ukrainian instead of Polish. */
  readonly isUkrainian: boolean
  readonly isPolish: boolean
}

/** Different films may be shown under the key of one event, so the film of the screening wins. */
function toFilm(
  row: ScreeningRow,
  key: string,
  described: ListedScreening['described'],
): ShownFilm | undefined {
  const shown = (row.screeningMovies ?? []).filter((movie) => isScreeningMovie(movie))
  const [only] = shown
  const title = shown.length === 1 ? only?.movie : isTitle(row.event) ? row.event : described(key)
  const record = isTitle(title) ? toMovie(title) : undefined
  if (!isTitle(title) || record === undefined) return undefined
  const flags = (title.flags ?? []).map(nameOf)
  return {
    record,
    release: row.moviePrint?.printRelease ?? only?.moviePrint?.printRelease ?? '',
    isUkrainian: flags.includes('Wersja językowa UA'),
    isPolish: flags.includes('Film polski'),
  }
}

const hasName = typeGuard(Type.Object({ name: Type.String() }))

function nameOf(flag: unknown): string {
  return hasName(flag) ? flag.name : ''
}

function toMovie({
  id,
  title,
  titleOriginal,
  name,
  duration,
  age,
  genres,
  posterPhoto,
}: TitleRow): MovieRecord | undefined {
  return toMovieRecord({
    // Films and events are numbered apart.
    film: title == null ? `e${id}` : String(id),
    title: title ?? name ?? '',
    originalTitle: titleOriginal,
    runtimeMinutes: duration,
    rating: age == null || age <= 0 ? undefined : `${age}+`,
    genres: genres?.map((genre) => genre.name) ?? [],
    poster: posterPhoto?.url,
  })
}

function toShowtime(
  row: ScreeningRow,
  { record, release, isUkrainian, isPolish }: ShownFilm,
  flags: readonly unknown[],
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseLocalStart(row.timeFrom, member.timezone)
  if (start === undefined) return undefined
  const words = release.split('/').map((word) => word.trim())
  const isSpoken = words.includes('DUB') || words.includes('LEC')
  const isPreview = flags.includes('przedpremiera')
  return toShowtimeRecord({
    member,
    session: row.sourceId,
    film: record,
    start,
    // What has no seats left is listed like the rest: its counts say so.
    state: 'on_sale',
    salesEndAt: parseLocalStart(row.saleTimeTo ?? '', member.timezone)?.startsAt,
    tags: [...words, row.cinemaScreen?.feature ?? '', ...(isPreview ? ['przedpremiera'] : [])],
    language: isUkrainian ? 'uk' : isSpoken || isPolish ? 'pl' : undefined,
    subtitleLanguage: words.includes('NAP') ? 'pl' : undefined,
    bookingUrl: bookingUrl(member, row.sourceId),
    localStart: row.timeFrom,
  })
}

/** By session. Held seats are not told from sold ones. */
function toCounts(
  rows: readonly unknown[],
  showtimes: ReadonlyMap<string, ShowtimeRecord>,
  nowMs: number,
): ReadonlyMap<string, AvailabilityRecord> {
  const counts = new Map<string, AvailabilityRecord>()
  for (const row of rows) {
    const showtime = isOccupancy(row) ? showtimes.get(row.id) : undefined
    if (!isOccupancy(row) || showtime === undefined) continue
    const [capacity, sold] = [parseCount(row.maxOccupancy), parseCount(row.audience)]
    if (capacity === null || capacity === 0 || sold === null) continue
    const available = Math.max(0, capacity - sold)
    for (const count of toCountRecords(showtime, { available, capacity }, nowMs)) counts.set(row.id, count)
  }
  return counts
}
