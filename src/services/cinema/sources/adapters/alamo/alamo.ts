/** Alamo Drafthouse (US): one response with the sessions of all cinemas of a market. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { checkLocalText, parseUtcStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, SaleState, ShowtimeRecord, TheaterRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  type CinemaFetchContext,
  defineCinemaSource,
  requireOption,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { anyId, nullish, nullishBoolean, nullishText, unknownRows } from '../../field-schemas.ts'
import { bodiesOf, idsIn, tryParseJson } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toSeating, toShowtimeRecord } from '../../records/showtime-record.ts'
import { type ListedTheater, toTheaterRecord } from '../../records/theater-record.ts'
import { fetchOncePerRun } from '../../share-installation.ts'

const SessionShape = Type.Object({
  cinemaId: anyId,
  sessionId: anyId,
  presentationSlug: Type.String({ minLength: 1 }),
  status: nullishText,
  businessDateClt: nullishText,
  showTimeClt: nullishText,
  showTimeUtc: Type.String(),
  reservedSeating: nullishBoolean,
  screenNumber: nullish(anyId),
  formatSlug: nullishText,
  sessionAttributeSlugs: nullish(Type.Array(Type.String())),
  isClosedCaptioningAvailable: nullishBoolean,
  isDescriptiveAudioAvailable: nullishBoolean,
  isAssistedListeningAvailable: nullishBoolean,
  isHidden: nullishBoolean,
})
const isSession = typeGuard(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

const isPresentation = typeGuard(
  Type.Object({
    slug: Type.String({ minLength: 1 }),
    isHidden: nullishBoolean,
    show: Type.Object({
      slug: Type.String({ minLength: 1 }),
      title: Type.String(),
      certification: nullishText,
    }),
  }),
)

const CinemaShape = Type.Object({
  id: anyId,
  name: Type.String(),
  city: nullishText,
  state: nullishText,
  street1: nullishText,
  latitude: Type.Optional(Type.Unknown()),
  longitude: Type.Optional(Type.Unknown()),
  timeZoneName: nullishText,
})
export const isCinema = typeGuard(CinemaShape)

type Schedule = Type.Static<typeof Schedule>
const Schedule = Type.Object({
  data: Type.Object({
    market: nullish(unknownRows),
    presentations: unknownRows,
    sessions: unknownRows,
  }),
})

export const alamo = defineCinemaSource({
  id: 'alamo',
  about: {
    name: 'Alamo Drafthouse',
    home: 'https://drafthouse.com',
    terms: 'Public listings of the chain’s own site; rate-limited, with a link back.',
  },
  baseUrl: 'https://drafthouse.com',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: 90, source: 'probed' },
  limitations: [],
  seatCalls: 0,
  raw: { schedule: Schedule },

  async *fetch(context) {
    yield await fetchSchedule(context)
  },

  toRecords(responses, context) {
    return toListingRecords(context.member, {
      ...toListing(responses, context),
      theater: theaterOf(responses, context.member),
    })
  },
})

export function scheduleUrl(member: CinemaMember): string {
  return `${member.base}/s/mother/v2/schedule/market/${encodeURIComponent(requireOption(member, 'market'))}`
}

/** The schedule of a market is requested once per run, and each cinema saves its own sessions. */
async function fetchSchedule(context: CinemaFetchContext): Promise<UpstreamResponse> {
  const { member } = context
  const url = scheduleUrl(member)
  const schedule = await fetchOncePerRun(context, `schedule ${url}`, async ({ http, signal }) =>
    toUpstreamResponse('schedule', await http.request(url, { signal })),
  )
  const body = tryParseJson(schedule.body)
  const { sessions, presentations }: { sessions?: unknown; presentations?: unknown } = body?.data ?? {}
  if (!Array.isArray(sessions) || !Array.isArray(presentations)) return schedule
  const own = sessions.filter((row) => idsIn(row, 'cinemaId').includes(member.site))
  const shown = new Set(own.flatMap((row) => idsIn(row, 'presentationSlug')))
  const films = presentations.filter((row) => idsIn(row, 'slug').some((slug) => shown.has(slug)))
  return {
    ...schedule,
    body: JSON.stringify({ data: { market: body.data.market, presentations: films, sessions: own } }),
  }
}

const hasCinemas = typeGuard(Type.Object({ cinemas: unknownRows }))

/** The cinemas that a market lists. */
export function cinemasIn(market: unknown): unknown[] {
  return Array.isArray(market) ? market.flatMap((row) => (hasCinemas(row) ? row.cinemas : [])) : []
}

export function fromCinema(cinema: Type.Static<typeof CinemaShape>): ListedTheater {
  const { id, name, city, state, street1, latitude, longitude, timeZoneName } = cinema
  return {
    site: String(id),
    name,
    timezone: timeZoneName ?? undefined,
    geo: { lat: latitude, lon: longitude },
    address: { line1: street1, city, state },
  }
}

function theaterOf(responses: readonly ParsedResponse[], member: CinemaMember): TheaterRecord {
  const rows = bodiesOf<Schedule>(responses, 'schedule').flatMap(({ data }) => cinemasIn(data.market))
  const cinema = rows.find((row) => isCinema(row) && String(row.id) === member.site)
  return isCinema(cinema)
    ? toTheaterRecord(member, { ...fromCinema(cinema), timezone: undefined })
    : toTheaterRecord(member, { isPartial: true })
}

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const bodies = bodiesOf<Schedule>(responses, 'schedule')
  const { described, hidden } = toFilms(bodies, drop)
  const sessions = new SessionList(context)
  for (const row of bodies.flatMap(({ data }) => data.sessions)) {
    if (!isSession(row)) sessions.hold(row, 'sessionId', 'not a session')
    else if (String(row.cinemaId) !== member.site) drop('of another cinema')
    else if (row.isHidden || hidden.has(row.presentationSlug)) drop('not announced')
    else
      sessions.add(String(row.sessionId), described.get(row.presentationSlug), (film) =>
        toShowtime(row, film, member),
      )
  }
  return sessions.read()
}

/** By presentation. A series such as `Terror Tuesday` is not part of the title. */
function toFilms(
  bodies: readonly Schedule[],
  drop: MapContext<CinemaMember>['drop'],
): { described: ReadonlyMap<string, MovieRecord>; hidden: ReadonlySet<string> } {
  const described = new Map<string, MovieRecord>()
  const hidden = new Set<string>()
  for (const row of bodies.flatMap(({ data }) => data.presentations)) {
    const { slug, title, certification } = isPresentation(row) ? row.show : {}
    const film =
      slug === undefined
        ? undefined
        : toMovieRecord({ film: slug, title: title ?? '', rating: certification })
    if (!isPresentation(row) || film === undefined) drop('not a presentation')
    else if (row.isHidden) hidden.add(row.slug)
    else if (!described.has(row.slug)) described.set(row.slug, film)
  }
  return { described, hidden }
}

function toShowtime(row: SessionRow, film: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const instant = parseUtcStart(row.showTimeUtc, member.timezone)
  const start = instant && checkLocalText(instant, row.showTimeClt)
  if (start === undefined) return undefined
  const { businessDateClt, presentationSlug, reservedSeating, screenNumber, showTimeClt } = row
  const session = String(row.sessionId)
  return toShowtimeRecord({
    member,
    session,
    film,
    start,
    ...(businessDateClt == null ? {} : { businessDate: businessDateClt }),
    state: stateOf(row),
    auditorium: screenNumber == null ? undefined : String(screenNumber),
    tags: tagsOf(row),
    seating: toSeating(reservedSeating),
    bookingUrl: showUrl(member, presentationSlug),
    localStart: showTimeClt ?? row.showTimeUtc,
  })
}

/** The page of a film at all cinemas of the market. */
function showUrl({ base, options }: CinemaMember, presentation: string): string | undefined {
  const { market } = options
  if (market === undefined) return undefined
  return `${base}/${encodeURIComponent(market)}/show/${encodeURIComponent(presentation)}`
}

function tagsOf(row: SessionRow): string[] {
  return [
    row.formatSlug ?? '',
    ...(row.sessionAttributeSlugs ?? []),
    ...(row.isClosedCaptioningAvailable ? ['closed captions'] : []),
    ...(row.isDescriptiveAudioAvailable ? ['audio description'] : []),
    ...(row.isAssistedListeningAvailable ? ['assisted listening devices'] : []),
  ]
}

/** Other words have not been seen. */
function stateOf({ status }: SessionRow): SaleState {
  if (status === 'ONSALE') return 'on_sale'
  return status === 'SOLDOUT' ? 'sold_out' : 'unknown'
}
