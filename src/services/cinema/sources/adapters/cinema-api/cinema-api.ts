/** Cinema API (Filmstaden in Sweden, ODEON in Norway): shows and films of a country, seats with held ones, and prices. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { toLanguage } from '../../../normalise/languages.ts'
import { mergeRepeatedLayouts } from '../../../normalise/seat-map.ts'
import { parseUtcStart } from '../../../normalise/time.ts'
import { capabilityNames, toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, PricesRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, fetchPlans } from '../../define-cinema-source.ts'
import {
  anyId,
  nullish,
  nullishBoolean,
  nullishNumber,
  nullishText,
  unknownRows,
} from '../../field-schemas.ts'
import { bodiesOf, cleanText, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { sessionOf } from '../../records/seat-plan-records.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { bookingUrl, toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { Layout, TicketStatuses, toSeatPlanRecords, withoutFreeSeats } from './cinema-api-seats.ts'
import { createPlanClient, fetchFilms, fetchShows } from './requests.ts'

const ShowShape = Type.Object({
  reId: Type.String({ minLength: 1, maxLength: 100 }),
  mId: Type.String({ minLength: 1 }),
  mvId: nullishText,
  cId: Type.String(),
  st: nullishText,
  sa: nullish(Type.Array(Type.String())),
  utc: Type.String(),
  res: nullish(unknownRows),
})
const isShow = typeGuard(ShowShape)
type ShowRow = Type.Static<typeof ShowShape>

const VersionShape = Type.Object({
  ncgId: Type.String(),
  audioLanguage: nullishText,
  subtitlesLanguage: nullishText,
  attributes: nullish(unknownRows),
})
const isVersion = typeGuard(VersionShape)
type Version = Type.Static<typeof VersionShape>

const Named = nullish(Type.Array(Type.Object({ displayName: nullishText, name: nullishText })))

const FilmShape = Type.Object({
  ncgId: Type.String({ minLength: 1 }),
  title: Type.String(),
  originalTitle: nullishText,
  productionYear: nullishNumber,
  length: nullishNumber,
  rating: nullish(Type.Object({ displayName: nullishText })),
  genres: Named,
  actors: Named,
  directors: Named,
  releaseDate: nullishText,
  shortDescription: nullishText,
  posterUrl: nullishText,
  versions: nullish(unknownRows),
})
const isFilm = typeGuard(FilmShape)
type FilmRow = Type.Static<typeof FilmShape>

const hasAlias = typeGuard(Type.Object({ alias: Type.String() }))

const Show = Type.Object({
  remoteEntityId: Type.String(),
  unnumbered: nullishBoolean,
  isRestricted: nullishBoolean,
  auditoriumLayoutId: nullish(anyId),
  movieVersionPrice: Type.Optional(Type.Unknown()),
  cinema: nullish(Type.Object({ ncgId: nullishText })),
})
type Show = Type.Static<typeof Show>

export const cinemaApi = defineCinemaSource({
  id: 'cinema-api',
  about: {
    name: 'Cinema API',
    home: 'https://www.filmstaden.se',
    terms: 'Public listings of the chains’ own sites; a few seat plans per run.',
  },
  baseUrl: 'https://services.cinema-api.com',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(capabilityNames, true),
  grade: 'grid',
  horizon: { maxDays: 90, source: 'probed' },
  limitations: ['full_price_only', 'seating_known_with_seats'],
  seatCalls: 3,
  raw: {
    shows: Type.Object({ items: unknownRows }),
    films: Type.Object({ items: unknownRows }),
    show: Show,
    layout: Layout,
    seats: TicketStatuses,
  },
  secondaryKinds: ['show', 'layout', 'seats'],

  async *fetch(context) {
    const { member } = context
    const rows: ShowRow[] = []
    for await (const response of fetchShows(context)) {
      yield response
      const items: unknown = tryParseJson(response.body)?.items
      if (Array.isArray(items)) rows.push(...items.filter((row) => isShow(row)))
    }
    yield await fetchFilms(context, new Set(rows.map(({ mId }) => mId)))
    const planned = rows.flatMap(({ reId, utc }) => {
      const start = parseUtcStart(utc, member.timezone)
      return start === undefined ? [] : [{ id: reId, startsAt: start.startsAt }]
    })
    yield* fetchPlans(context, planned, createPlanClient(context).plan)
  },

  async *fetchSeatMap(context) {
    yield* createPlanClient(context).plan(context.session.session)
  },
  async *fetchPrices(context) {
    yield await createPlanClient(context).show(context.session.session)
  },

  *toRecords(responses, context) {
    const shows = showsIn(responses, context.member)
    const listing = toListing(responses, shows, context)
    yield* toListingRecords(context.member, { ...listing, theater: toTheaterRecord(context.member) })
    const layouts = new Map(
      bodiesOf<Layout>(responses, 'layout').map((layout) => [String(layout.auditoriumLayoutId), layout]),
    )
    const plans = responses
      .filter(({ kind }) => kind === 'seats')
      .flatMap((plan) => {
        const show = shows.get(sessionOf(plan))
        // The plan of an unnumbered show is that of the room, and nobody has a seat in it.
        if (show === undefined || show.unnumbered === true) return []
        const layout = layouts.get(String(show.auditoriumLayoutId))
        return toSeatPlanRecords(plan, layout, listing.showtimes, context)
      })
    yield* mergeRepeatedLayouts(plans)
    yield* [...shows].flatMap(([session, show]) => toPrices(session, show, context))
  },
})

/** Those of this theater, by their ids. */
function showsIn(responses: readonly ParsedResponse[], { site }: CinemaMember): ReadonlyMap<string, Show> {
  const own = bodiesOf<Show>(responses, 'show').filter(
    ({ cinema }) => cinema?.ncgId == null || cinema.ncgId === site,
  )
  return new Map(own.map((show) => [show.remoteEntityId, show]))
}

function toListing(
  responses: readonly ParsedResponse[],
  shows: ReadonlyMap<string, Show>,
  context: MapContext<CinemaMember>,
): ReadSessions {
  const { member, drop } = context
  const { films, versions } = toFilms(responses, drop)
  const soldOut = withoutFreeSeats(responses)
  const sessions = new SessionList(context)
  for (const row of bodiesOf<{ items: unknown[] }>(responses, 'shows').flatMap(({ items }) => items)) {
    if (!isShow(row)) sessions.hold(row, 'reId', 'not a show')
    else if (row.cId !== member.site) drop('of another cinema')
    else {
      const show = shows.get(row.reId)
      const state = soldOut.has(row.reId) ? 'sold_out' : isRestricted(row, show) ? 'not_on_sale' : 'on_sale'
      const facts = { state, version: versions.get(row.mvId ?? ''), show } as const
      sessions.add(row.reId, films.get(row.mId), (film) => toShowtime(row, film, facts, member))
    }
  }
  return sessions.read()
}

function isRestricted({ res }: ShowRow, show: Show | undefined): boolean {
  return show?.isRestricted === true || (res ?? []).length > 0
}

function toFilms(
  responses: readonly ParsedResponse[],
  drop: MapContext<CinemaMember>['drop'],
): { films: ReadonlyMap<string, MovieRecord>; versions: ReadonlyMap<string, Version> } {
  const films = new Map<string, MovieRecord>()
  const versions = new Map<string, Version>()
  for (const row of bodiesOf<{ items: unknown[] }>(responses, 'films').flatMap(({ items }) => items)) {
    const film = isFilm(row) ? toFilm(row) : undefined
    if (!isFilm(row) || film === undefined) {
      drop('not a film')
      continue
    }
    films.set(film.film, film)
    for (const version of row.versions ?? []) if (isVersion(version)) versions.set(version.ncgId, version)
  }
  return { films, versions }
}

function toFilm(row: FilmRow): MovieRecord | undefined {
  return toMovieRecord({
    film: row.ncgId,
    title: row.title,
    originalTitle: row.originalTitle,
    year: row.productionYear,
    runtimeMinutes: row.length,
    rating: row.rating?.displayName,
    genres: row.genres?.map(({ name }) => name) ?? [],
    cast: row.actors?.map(({ displayName }) => displayName) ?? [],
    directors: row.directors?.map(({ displayName }) => displayName) ?? [],
    releaseOn: row.releaseDate,
    synopsis: row.shortDescription,
    poster: row.posterUrl,
  })
}

interface ShowFacts {
  readonly state: ShowtimeRecord['state']
  readonly version: Version | undefined
  readonly show: Show | undefined
}

function toShowtime(
  row: ShowRow,
  film: MovieRecord,
  { state, version, show }: ShowFacts,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseUtcStart(row.utc, member.timezone)
  if (start === undefined) return undefined
  const ofVersion = (version?.attributes ?? []).flatMap((attribute) =>
    hasAlias(attribute) ? [attribute.alias] : [],
  )
  const isReserved = show?.unnumbered == null ? undefined : !show.unnumbered
  return toShowtimeRecord({
    member,
    session: row.reId,
    film,
    start,
    state,
    auditorium: cleanText(row.st),
    tags: [...ofVersion, ...(row.sa ?? [])],
    language: toLanguage(version?.audioLanguage ?? ''),
    subtitleLanguage: toLanguage(version?.subtitlesLanguage ?? ''),
    seating: toSeating(isReserved),
    bookingUrl: bookingUrl(member, row.reId),
    lacks: isReserved === false ? ['seat_grid', 'seat_summary', 'occupancy_counts', 'occupancy_rate'] : [],
    rawIds: { version: row.mvId },
  })
}

/** The price of an ordinary ticket. */
function toPrices(
  session: string,
  { movieVersionPrice: amount }: Show,
  { member, nowMs }: MapContext<CinemaMember>,
): PricesRecord[] {
  if (typeof amount !== 'number' || !(amount > 0)) return []
  const { site, currency } = member
  const quote = { ticketTypeId: 'ordinary', label: 'Ordinary', amount, currency, audience: 'adult' as const }
  return [{ type: 'prices', site, session, capturedAt: nowMs, quotes: [{ ...quote, feesIncluded: null }] }]
}
