/** Quickbook (Cinema City, Planet, Rav-Hen): the dates of a cinema, then the films and events of each day. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import { toLocalText } from '../../../../../core/zoned-time.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { toLanguage } from '../../../normalise/languages.ts'
import { addDays, parseLocalStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { AvailabilityRecord, MovieRecord, SaleState, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  failedPart,
  fetchParts,
  requireOption,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { nullish, nullishBoolean, nullishNumber, nullishText, unknownRows } from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, daysIn, idsIn, tryParseJson } from '../../field-values.ts'
import { toRateRecords } from '../../records/count-records.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { resolveRepeatedHours } from '../../records/resolve-repeated-hours.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { Details, Events, isFormat, toMovies } from './quickbook-films.ts'

const datesMax = 200
const detailsMax = 80
/** The calendar request needs an end date; everything on sale lies within a year. */
const untilDays = 365

const EventShape = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  filmId: Type.String({ minLength: 1 }),
  cinemaId: Type.String(),
  businessDay: Type.String(),
  eventDateTime: Type.String(),
  attributeIds: nullish(Type.Array(Type.String())),
  bookingLink: nullishText,
  bookingRouterLaunchLink: nullishText,
  languages: nullish(
    Type.Object({
      original: nullish(Type.Array(Type.String())),
      dubbed: nullish(Type.Array(Type.String())),
      voiceover: nullish(Type.Array(Type.String())),
      subtitles: nullish(Type.Array(Type.String())),
    }),
  ),
  compositeBookingLink: nullish(
    Type.Object({ blockOnlineSales: nullishBoolean, blockOnlineSalesUntil: nullishText }),
  ),
  soldOut: nullishBoolean,
  auditorium: nullishText,
  availabilityRatio: nullishNumber,
})
const isEvent = typeGuard(EventShape)
type EventRow = Type.Static<typeof EventShape>

type Dates = Type.Static<typeof Dates>
const Dates = Type.Object({ body: Type.Object({ dates: unknownRows }) })

export const quickbook = defineCinemaSource({
  id: 'quickbook',
  about: {
    name: 'Quickbook',
    home: 'https://www.cinemacity.cz',
    terms: 'Public listings of the chain’s own site; rate-limited, with a link back.',
  },
  baseUrl: 'https://www.cinemacity.cz',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'occupancy_rate', 'booking_url'], false),
  grade: 'rate',
  horizon: { maxDays: 110, source: 'source_reported' },
  limitations: ['rate_where_the_chain_publishes_it'],
  seatCalls: 0,
  raw: {
    dates: Dates,
    events: Events,
    details: Details,
  },

  secondaryKinds: ['details'],
  partKinds: ['events'],

  async *fetch(context) {
    const { http, member, nowMs, signal } = context
    const tenant = encodeURIComponent(requireOption(member, 'tenant'))
    const lang = encodeURIComponent(requireOption(member, 'lang'))
    const service = `${member.base}/data-api-service/v1`
    const get = async (kind: string, path: string) => {
      // The details of a film know no `attr`.
      const query = kind === 'details' ? `lang=${lang}` : `attr=&lang=${lang}`
      const group = kind === 'details' ? 'films' : 'listings'
      return toUpstreamResponse(kind, await http.request(`${service}/${path}?${query}`, { signal, group }))
    }
    const site = encodeURIComponent(member.site)
    const until = addDays(toLocalText(nowMs, member.timezone).slice(0, 10), untilDays)
    const dates = await get('dates', `quickbook/${tenant}/dates/in-cinema/${site}/until/${until}`)
    yield dates
    // One more call per film.
    const hasDetails = member.options.details === 'yes'
    const films = new Set<string>()
    const allDates = daysIn(tryParseJson(dates.body)?.body?.dates).days
    for (const date of allDates.slice(0, datesMax)) {
      const events = await get('events', `quickbook/${tenant}/film-events/in-cinema/${site}/at-date/${date}`)
      yield events
      for (const film of hasDetails ? filmsOf(events.body) : undescribedIn(events.body)) films.add(film)
    }
    if (allDates.length > datesMax) {
      const failure = new Failure('upstream_changed', `The source lists more than ${datesMax} dates.`)
      yield failedPart(context, 'days', failure, allDates.slice(datesMax))
    }
    const detailPaths = [...films]
      .slice(0, detailsMax)
      .map((film) => `${tenant}/films/byDistributorCode/${encodeURIComponent(film)}`)
    yield* fetchParts(context, { films: detailPaths.map((path) => () => get('details', path)) })
  },

  *toRecords(responses, context) {
    const films = toMovies(responses, context)
    const { showtimes, listed, rates } = toShowtimes(responses, films, context)
    yield* toListingRecords(context.member, {
      theater: toTheaterRecord(context.member),
      films: films.values(),
      showtimes: resolveRepeatedHours(showtimes, films),
      listed,
      ...daysIn(bodiesOf<Dates>(responses, 'dates').flatMap(({ body }) => body.dates)),
    })
    yield* rates
  },
})

/** All that the events refer to. */
function filmsOf(body: string): string[] {
  const { films, events } = tryParseJson(body)?.body ?? {}
  return [...new Set([...idsOf(films, 'id'), ...idsOf(events, 'filmId')])]
}

/** A showtime is not lost because the day does not describe its film. */
function undescribedIn(body: string): string[] {
  const described = new Set(idsOf(tryParseJson(body)?.body?.films, 'id'))
  return filmsOf(body).filter((film) => !described.has(film))
}

function idsOf(rows: unknown, field: string): string[] {
  return Array.isArray(rows) ? rows.flatMap((row) => idsIn(row, field)) : []
}

function toShowtimes(
  responses: readonly ParsedResponse[],
  films: ReadonlyMap<string, MovieRecord>,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: Iterable<ShowtimeRecord>; listed: string[]; rates: AvailabilityRecord[] } {
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  const rates: AvailabilityRecord[] = []
  const bodies = bodiesOf<Events>(responses, 'events').map(({ body }) => body)
  const described = new Set(bodies.flatMap((body) => body.films.flatMap((film) => idsIn(film, 'id'))))
  const isUndescribed = (row: EventRow) => row.cinemaId === member.site && !described.has(row.filmId)
  for (const row of bodies.flatMap((body) => body.events)) {
    const reason = reasonToDrop(row, films, showtimes, member)
    const showtime = reason === undefined ? toShowtime(row as EventRow, films, member, nowMs) : undefined
    if (showtime === undefined) {
      drop(reason ?? 'no start')
      if (reason === undefined || !isEvent(row) || isUndescribed(row)) listed.push(...idsIn(row, 'id'))
      continue
    }
    showtimes.set(showtime.session, showtime)
    rates.push(...toRateRecords(showtime, 1 - freeShareOf(row as EventRow), nowMs))
  }
  return { showtimes: showtimes.values(), listed, rates }
}

/** Platforms that sell a few seats more than they have write a little more than all. */
const freeShareMax = 1.05

function freeShareOf({ availabilityRatio }: EventRow): number {
  const share = availabilityRatio ?? Number.NaN
  return share > 1 && share <= freeShareMax ? 1 : share
}

function reasonToDrop(
  row: unknown,
  films: ReadonlyMap<string, MovieRecord>,
  showtimes: ReadonlyMap<string, ShowtimeRecord>,
  { site }: CinemaMember,
): string | undefined {
  if (!isEvent(row)) return 'not an event'
  if (row.cinemaId !== site) return 'of another cinema'
  if (!films.has(row.filmId.toLowerCase())) return 'no film, or a private hire'
  return showtimes.has(row.id) ? 'listed twice' : undefined
}

function toShowtime(
  row: EventRow,
  films: ReadonlyMap<string, MovieRecord>,
  member: CinemaMember,
  nowMs: number,
): ShowtimeRecord | undefined {
  const film = films.get(row.filmId.toLowerCase())
  const start = parseLocalStart(row.eventDateTime, member.timezone)
  if (film === undefined || start === undefined) return undefined
  const { blockOnlineSales, blockOnlineSalesUntil } = row.compositeBookingLink ?? {}
  const opensAt = parseLocalStart(blockOnlineSalesUntil ?? '', member.timezone)?.startsAt
  const salesStartAt = opensAt !== undefined && opensAt > nowMs ? opensAt : undefined
  const tags = row.attributeIds ?? []
  const { languages } = row
  return toShowtimeRecord({
    member,
    session: row.id,
    film,
    start,
    businessDate: row.businessDay,
    state: stateOf(row, blockOnlineSales === true || salesStartAt !== undefined),
    salesStartAt,
    auditorium: row.auditorium,
    tags: tags.filter(isFormat),
    language: toLanguage(
      languages?.dubbed?.[0] ?? languages?.voiceover?.[0] ?? languages?.original?.[0] ?? '',
    ),
    subtitleLanguage: toLanguage(languages?.subtitles?.[0] ?? ''),
    seating: tags.includes('reserved-selected') ? 'reserved' : 'unknown',
    bookingUrl: bookingUrlOf(row),
    lacks: typeof row.availabilityRatio === 'number' ? [] : ['occupancy_rate'],
    rawIds: { film: row.filmId },
    localStart: row.eventDateTime,
  })
}

/** `bookingLink` is an address for programs: people get 404. The page for people is another, or the same without `/api`. */
function bookingUrlOf({ bookingRouterLaunchLink, bookingLink }: EventRow): string | undefined {
  return (
    absoluteUrl(bookingRouterLaunchLink) ??
    absoluteUrl(bookingLink)?.replace(/^(https:\/\/[^/]+)\/api\/order\//, '$1/order/')
  )
}

function stateOf(row: EventRow, isBlocked: boolean): SaleState {
  if (row.soldOut) return 'sold_out'
  if (isBlocked) return 'not_on_sale'
  return row.bookingLink ? 'on_sale' : 'unknown'
}
