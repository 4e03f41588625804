/** Ingresso.com (Brazil): one response with all days of a theater, with the full price of each session. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf } from '../../../../../sync/status-rules.ts'
import { isDay, parseStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, PricesRecord, SaleState, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, requireOption, toUpstreamResponse } from '../../define-cinema-source.ts'
import {
  anyId,
  nullish,
  nullishBoolean,
  nullishNumber,
  nullishText,
  unknownRows,
} from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, cleanText } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'

const LocalDate = nullish(Type.Object({ localDate: nullishText }))

const SessionShape = Type.Object({
  id: anyId,
  price: Type.Optional(Type.Unknown()),
  room: nullishText,
  types: nullish(unknownRows),
  date: LocalDate,
  realDate: LocalDate,
  siteURL: nullishText,
  hasSeatSelection: nullishBoolean,
  streaming: nullishBoolean,
  enabled: nullishBoolean,
  blockMessage: nullishText,
})
const isSession = typeGuard(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

/** Id 0 is the sound, every other id a format. */
const isSessionType = typeGuard(Type.Object({ id: Type.Number(), name: nullishText, alias: nullishText }))

const MovieShape = Type.Object({
  id: anyId,
  title: Type.String(),
  originalTitle: nullishText,
  duration: nullish(Type.Union([Type.String(), Type.Number()])),
  contentRating: nullishText,
  distributor: nullishText,
  isReexhibition: nullishBoolean,
  releaseYear: nullishNumber,
  genres: nullish(Type.Array(Type.String())),
  ratingDescriptors: nullish(Type.Array(Type.String())),
  images: nullish(unknownRows),
  rooms: unknownRows,
})
const isMovie = typeGuard(MovieShape)
type MovieRow = Type.Static<typeof MovieShape>

const hasRooms = typeGuard(Type.Object({ rooms: unknownRows }))
const isRoom = typeGuard(Type.Object({ sessions: unknownRows }))
const hasName = typeGuard(Type.Object({ name: Type.String() }))
const isPoster = typeGuard(Type.Object({ url: Type.String(), type: Type.Literal('PosterPortrait') }))

const isListedDay = typeGuard(Type.Object({ date: Type.String(), movies: unknownRows }))

const ingressoRules: StatusRules = [
  {
    statuses: [204],
    kinds: ['sessions'],
    bodyIsEmpty: true,
    means: 'empty',
    evidence: 'a theater without sessions is answered by 204, seen in September 2026',
  },
]

export const ingresso = defineCinemaSource({
  id: 'ingresso',
  about: {
    name: 'Ingresso.com',
    home: 'https://www.ingresso.com',
    terms: 'Public content service with a published description; rate-limited, with a link to the seller.',
  },
  baseUrl: 'https://api-content.ingresso.com',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 500 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'prices', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: 34, source: 'probed' },
  limitations: ['full_price_only'],
  seatCalls: 0,
  raw: { sessions: unknownRows },
  statusRules: ingressoRules,

  async *fetch({ http, member, signal }) {
    const city = encodeURIComponent(requireOption(member, 'city'))
    const site = encodeURIComponent(member.site)
    // Other partnerships list less, or are answered in UTF-16.
    const url = `${member.base}/sessions/city/${city}/theater/${site}/partnership/www`
    const acceptStatuses = statusesOf(ingressoRules, 'sessions')
    const response = await http.request(url, { signal, acceptStatuses })
    if (findStatusRule(ingressoRules, 'sessions', response) === undefined)
      yield toUpstreamResponse('sessions', response)
  },

  *toRecords(responses, context) {
    const { prices, ...sessions } = toListing(responses, context)
    yield* toListingRecords(context.member, {
      ...sessions,
      theater: toTheaterRecord(context.member),
    })
    yield* prices
  },
})

function toListing(
  responses: readonly ParsedResponse[],
  context: MapContext<CinemaMember>,
): ReadSessions & { unread: number; prices: readonly PricesRecord[] } {
  const { member, nowMs, drop } = context
  const sessions = new SessionList(context)
  const prices: PricesRecord[] = []
  const days = bodiesOf<unknown[]>(responses, 'sessions').flat()
  const readDays = days.filter((day) => isListedDay(day))
  for (const { date, movies } of readDays) {
    for (const row of movies) {
      const film = isMovie(row) ? toMovie(row) : undefined
      if (film === undefined) drop('not a movie')
      for (const { session, room } of sessionsOf(row)) {
        if (!isSession(session)) sessions.hold(session, 'id', 'not a session')
        else if (session.streaming) drop('streamed')
        else {
          const showtime = sessions.add(String(session.id), film, (ofFilm) =>
            toShowtime(session, ofFilm, date, room, member),
          )
          if (showtime) prices.push(...toPrices(session, showtime, member, nowMs))
        }
      }
    }
  }
  return { ...sessions.read(), unread: days.length - readDays.length, prices }
}

/** Also of a movie that cannot be read otherwise. A room that cannot be read has one session that cannot be read. */
function* sessionsOf(movie: unknown): Generator<{ session: unknown; room: string | undefined }> {
  for (const room of hasRooms(movie) ? movie.rooms : [])
    for (const session of isRoom(room) ? room.sessions : [undefined])
      yield { session, room: hasName(room) ? room.name : undefined }
}

function toMovie(row: MovieRow): MovieRecord | undefined {
  return toMovieRecord({
    film: String(row.id),
    title: row.title,
    originalTitle: row.originalTitle,
    // Of a re-release it is not known which of the two it is.
    year: row.isReexhibition === true ? undefined : row.releaseYear,
    runtimeMinutes: Number(row.duration) || 0,
    rating: unlessPlaceholder(row.contentRating),
    ratingReason: row.ratingDescriptors?.join(', '),
    genres: row.genres ?? [],
    distributor: unlessPlaceholder(row.distributor),
    poster: row.images?.find((image) => isPoster(image))?.url,
  })
}

/** What the platform writes for a rating or a distributor that it does not know. */
const placeholders: ReadonlySet<string> = new Set(['Verifique a Classificação', 'Sem Distribuidor'])

function unlessPlaceholder(text: string | null | undefined): string | undefined {
  return text == null || placeholders.has(text) ? undefined : text
}

/** `date` is the day that the session is listed under, `realDate` that on which it starts: they differ after midnight. */
function toShowtime(
  row: SessionRow,
  film: MovieRecord,
  date: string,
  room: string | undefined,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const localStart = row.realDate?.localDate ?? row.date?.localDate ?? ''
  const start = parseStart(localStart, member.timezone)
  if (start === undefined || !isDay(date)) return undefined
  const types = (row.types ?? []).filter((type) => isSessionType(type))
  const sound = types.find(({ id }) => id === 0)?.alias ?? ''
  const bookingUrl = toBookingUrl(row.siteURL)
  return toShowtimeRecord({
    member,
    session: String(row.id),
    film,
    start,
    businessDate: date,
    state: stateOf(row, bookingUrl),
    auditorium: cleanText(row.room) ?? cleanText(room),
    tags: types.map(({ alias, name }) => alias || name || ''),
    language: sound === 'DUB' || sound === 'NAC' ? 'pt' : undefined,
    subtitleLanguage: sound === 'LEG' ? 'pt' : undefined,
    seating: toSeating(row.hasSeatSelection),
    bookingUrl,
    lacks: amountOf(row) === undefined ? ['prices'] : [],
    localStart,
  })
}

function stateOf({ enabled, blockMessage }: SessionRow, bookingUrl: string | undefined): SaleState {
  if (enabled === false || cleanText(blockMessage) !== undefined) return 'not_on_sale'
  return bookingUrl === undefined ? 'unknown' : 'on_sale'
}

/** Without the words that count its own campaigns. */
function toBookingUrl(siteUrl: SessionRow['siteURL']): string | undefined {
  const link = absoluteUrl(siteUrl)
  if (link === undefined) return undefined
  const url = new URL(link)
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('ing_')) url.searchParams.delete(name)
  return url.href
}

function amountOf({ price }: SessionRow): number | undefined {
  return typeof price === 'number' && price > 0 ? price : undefined
}

/** The full price; half of it, which the law grants many, is not listed. */
function toPrices(
  row: SessionRow,
  { site, session }: ShowtimeRecord,
  { currency }: CinemaMember,
  capturedAt: number,
): PricesRecord[] {
  const amount = amountOf(row)
  if (amount === undefined) return []
  const quote = { ticketTypeId: 'full', label: 'Inteira', amount, currency, audience: 'adult' as const }
  return [{ type: 'prices', site, session, capturedAt, quotes: [{ ...quote, feesIncluded: null }] }]
}
