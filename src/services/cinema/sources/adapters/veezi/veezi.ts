/** Veezi: one token per site; sessions with seat counts, films, screens and attributes as flat lists. */

import { Failure } from '../../../../../core/errors.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../../../sync/source.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { unknownCounts, withRate } from '../../../normalise/seat-codes.ts'
import { parseLocalStart } from '../../../normalise/time.ts'
import { ianaZoneOf } from '../../../normalise/windows-zones.ts'
import { type SeatingType, toCapabilities } from '../../../schema/index.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  ShowtimeRecord,
  TheaterRecord,
} from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  defineCinemaSource,
  fetchParts,
  type LiveContext,
  requireToken,
  toUpstreamResponse,
  unsupported,
} from '../../define-cinema-source.ts'
import { unknownRows } from '../../field-schemas.ts'
import { absoluteUrl, bodiesOf, cleanText, idsIn, parseCount } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { addMovie, toMovieRecord } from '../../records/movie-record.ts'
import { resolveRepeatedHours } from '../../records/resolve-repeated-hours.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import {
  type FilmRow,
  isFilm,
  isNamed,
  isSession,
  type SessionRow,
  SessionShape,
  type SiteRow,
  SiteShape,
} from './veezi-schemas.ts'

const secondaryKinds = ['screens', 'attributes', 'films', 'packages']

const allCapabilities = toCapabilities(
  ['showtimes', 'occupancy_rate', 'occupancy_counts', 'seat_summary', 'general_admission', 'booking_url'],
  true,
)

export const veezi = defineCinemaSource({
  id: 'veezi',
  about: {
    name: 'Veezi',
    home: 'https://www.veezi.com',
    terms: 'By agreement with each venue: an access token per venue, seat counts only with its consent.',
  },
  baseUrl: 'https://api.us.veezi.com',
  everyMinutes: 30,
  polite: { atOnce: 1, gapMs: 300 },
  gate: 'key',
  capabilities: allCapabilities,
  capabilitiesOf: (member) =>
    allowsCounts(member)
      ? allCapabilities
      : toCapabilities(['showtimes', 'general_admission', 'booking_url'], false),
  grade: 'summary',
  horizon: { maxDays: 30, source: 'source_reported' },
  limitations: ['counts_by_agreement_with_the_venue'],
  seatCalls: 0,
  raw: {
    site: SiteShape,
    screens: unknownRows,
    attributes: unknownRows,
    films: unknownRows,
    packages: unknownRows,
    sessions: unknownRows,
    session: SessionShape,
  },

  secondaryKinds,

  async *fetch(context) {
    const get = createGet(context)
    yield await get('site', 'v1/site')
    // Sessions on sale online; v1/session also lists unannounced ones.
    yield await get('sessions', 'v1/websession')
    yield* fetchParts(context, {
      screens: [() => get('screens', 'v1/screen')],
      attributes: [() => get('attributes', 'v1/attribute')],
      films: [() => get('films', 'v4/film')],
      packages: [() => get('packages', 'v1/filmpackage')],
    })
  },

  async *fetchSeatMap(context) {
    const { member, session } = context
    if (!allowsCounts(member)) {
      throw unsupported('seat_summary', `${member.name} has not agreed to publish its seat counts.`)
    }
    yield await createGet(context)('session', `v1/session/${encodeURIComponent(session.session)}`)
  },

  *toRecords(responses, context): Generator<CinemaRecord> {
    const { member } = context
    for (const row of bodiesOf<SessionRow>(responses, 'session')) yield* toCounts(row, context.nowMs, member)
    const theater = theaterOf(responses, member)
    if (theater === undefined) return
    const films = toMovies(responses, context)
    const { showtimes, listed, counts } = toShowtimes(responses, films, theater, context)
    yield* toListingRecords(member, {
      theater,
      films: films.values(),
      showtimes: resolveRepeatedHours(showtimes, films),
      listed,
    })
    yield* counts
  },
})

function createGet({ http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>) {
  const headers = { VeeziAccessToken: requireToken(member), accept: 'application/json' }
  return async (kind: string, path: string): Promise<UpstreamResponse> => {
    const group = secondaryKinds.includes(kind) ? kind : kind === 'session' ? 'seats' : 'listings'
    return toUpstreamResponse(kind, await http.request(`${member.base}/${path}`, { headers, signal, group }))
  }
}

function allowsCounts(member: CinemaMember): boolean {
  return member.options.counts === 'agreed'
}

function theaterOf(responses: readonly ParsedResponse[], member: CinemaMember): TheaterRecord | undefined {
  const [site] = bodiesOf<SiteRow>(responses, 'site')
  if (site === undefined) return undefined
  const timezone = ianaZoneOf(site.TimeZoneIdentifier)
  if (timezone === undefined) {
    const zone = site.TimeZoneIdentifier.slice(0, 60)
    throw new Failure('upstream_changed', `${member.name} is in an unknown time zone: ${zone}.`)
  }
  return toTheaterRecord(member, {
    name: site.Name,
    timezone,
    phone: site.Phone1,
    address: { line1: site.Address1, line2: site.Address2, postal_code: site.PostCode },
  })
}

/** Film ids are unique per site only. */
function filmId(member: CinemaMember, id: string | number): string {
  return `${member.site}:${id}`
}

function toMovies(
  responses: readonly ParsedResponse[],
  { member, drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const row of bodiesOf<unknown[]>(responses, 'films').flat()) {
    if (isFilm(row)) addMovie(films, toMovie(row, member))
    else drop('not a film')
  }
  return films
}

function toMovie(row: FilmRow, member: CinemaMember): MovieRecord | undefined {
  const people = (role: RegExp) =>
    (row.People ?? [])
      .filter(({ Role }) => role.test(Role ?? ''))
      .map(({ FirstName, LastName }) => [FirstName, LastName].filter(Boolean).join(' '))
  return toMovieRecord({
    film: filmId(member, row.Id),
    rawIds: { film: String(row.Id) },
    title: row.Title,
    runtimeMinutes: row.Duration,
    releaseOn: row.OpeningDate,
    rating: row.Rating === 'PG13' ? 'PG-13' : row.Rating,
    ratingReason: row.Content,
    genres: row.Genre?.split(/[,/]/) ?? [],
    synopsis: row.Synopsis,
    poster: row.FilmPosterUrl,
    backdrop: row.BackdropImageUrl,
    // Roles are typed by hand, so only their first letters are compared.
    cast: people(/^act/i),
    directors: people(/^di/i),
    distributor: row.Distributor,
  })
}

function toShowtimes(
  responses: readonly ParsedResponse[],
  films: Map<string, MovieRecord>,
  theater: TheaterRecord,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: Iterable<ShowtimeRecord>; listed: string[]; counts: AvailabilityRecord[] } {
  const names = new Map<string, string>()
  for (const kind of ['screens', 'attributes', 'packages']) {
    for (const row of bodiesOf<unknown[]>(responses, kind).flat()) {
      if (!isNamed(row)) {
        drop(`cannot be read: one of the ${kind}`)
        continue
      }
      const name = cleanText(row.Name ?? row.Description)
      if (name !== undefined) names.set(`${kind} ${row.Id}`, name)
    }
  }
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  const counts: AvailabilityRecord[] = []
  for (const row of bodiesOf<unknown[]>(responses, 'sessions').flat()) {
    const reason = reasonToDrop(row, showtimes)
    const film = reason === undefined ? filmOf(row as SessionRow, films, names, member) : undefined
    const showtime =
      film === undefined ? undefined : toShowtime(row as SessionRow, film, names, theater, member)
    if (showtime === undefined) {
      drop(reason ?? (film === undefined ? 'no film, or a private hire' : 'no start'))
      if (!isSession(row) || film !== undefined) listed.push(...idsIn(row, 'Id'))
      continue
    }
    showtimes.set(showtime.session, showtime)
    if (allowsCounts(member)) counts.push(...toCounts(row as SessionRow, nowMs, member))
  }
  return { showtimes: showtimes.values(), listed, counts }
}

/** Only sessions that are public, open and sold online are published. */
function reasonToDrop(row: unknown, showtimes: ReadonlyMap<string, unknown>): string | undefined {
  if (!isSession(row)) return 'not a session'
  if (row.ShowType !== 'Public') return 'not public'
  if (row.Status !== 'Open') return 'not open'
  if (!(row.SalesVia ?? []).includes('WWW')) return 'not sold on the web'
  return showtimes.has(String(row.Id)) ? 'listed twice' : undefined
}

/** A package is a movie in its own right, not one of its parts. */
function filmOf(
  row: SessionRow,
  films: Map<string, MovieRecord>,
  names: ReadonlyMap<string, string>,
  member: CinemaMember,
): MovieRecord | undefined {
  if (row.FilmPackageId === undefined || row.FilmPackageId === null) {
    if (row.FilmId === undefined || row.FilmId === null) return undefined
    const listedFilm = films.get(filmId(member, row.FilmId))
    if (listedFilm !== undefined) return listedFilm
  }
  const raw = row.FilmPackageId ? `package-${row.FilmPackageId}` : String(row.FilmId)
  const film = filmId(member, raw)
  const title = cleanText(row.Title) ?? names.get(`packages ${row.FilmPackageId}`)
  if (title === undefined || isPrivateHire(title)) return undefined
  // A package is described by its session, a film by the list of films.
  const movie = toMovieRecord({ film, title, isPartial: !row.FilmPackageId, rawIds: { film: raw } })
  if (movie !== undefined) films.set(film, movie)
  return movie
}

function toShowtime(
  row: SessionRow,
  film: MovieRecord,
  names: ReadonlyMap<string, string>,
  theater: TheaterRecord,
  member: CinemaMember,
): ShowtimeRecord | undefined {
  const start = parseLocalStart(row.PreShowStartTime, theater.timezone)
  if (start === undefined) return undefined
  const attributeIds = row.Attributes ?? []
  const attributes = attributeIds.flatMap((id) => names.get(`attributes ${id}`) ?? [])
  const auditorium = names.get(`screens ${row.ScreenId}`)
  const cutOff = parseLocalStart(row.SalesCutOffTime ?? '', theater.timezone)?.startsAt
  const screen = row.ScreenId === undefined || row.ScreenId === null ? undefined : String(row.ScreenId)
  return toShowtimeRecord({
    member,
    session: String(row.Id),
    film,
    start,
    timezone: theater.timezone,
    state: row.TicketsSoldOut || row.SeatsAvailable === 0 ? 'sold_out' : 'on_sale',
    salesEndAt: cutOff,
    auditorium,
    screen,
    tags: [
      row.FilmFormat ?? '',
      row.AudioLanguage ?? '',
      ...attributes,
      ...(row.FilmPackageId ? ['double bill'] : []),
    ],
    seating: seatingOf(row),
    bookingUrl: absoluteUrl(row.Url ?? row.URL),
    lacks: allowsCounts(member) ? [] : ['occupancy_counts', 'occupancy_rate', 'seat_summary'],
    unresolved: [
      ...(screen !== undefined && auditorium === undefined ? (['auditorium'] as const) : []),
      // Formats also come from the title.
      ...(film.isPartial || attributes.length < attributeIds.length ? (['formats'] as const) : []),
    ],
    rawIds: { ...film.rawIds, screen },
    localStart: row.PreShowStartTime,
  })
}

function seatingOf({ Seating }: SessionRow): SeatingType {
  if (Seating === 'Allocated' || Seating === 'Select') return 'reserved'
  return Seating === 'Open' ? 'general_admission' : 'unknown'
}

/** Capacity is the sum of free, held, house and sold seats. */
function* toCounts(row: SessionRow, capturedAt: number, member: CinemaMember): Generator<AvailabilityRecord> {
  const available = parseCount(row.SeatsAvailable)
  const held = parseCount(row.SeatsHeld)
  const blocked = parseCount(row.SeatsHouse)
  const sold = parseCount(row.SeatsSold)
  if (available === null) return
  const capacity = sold === null ? null : available + sold + (held ?? 0) + (blocked ?? 0)
  yield {
    type: 'availability',
    site: member.site,
    session: String(row.Id),
    capturedAt,
    seating: seatingOf(row),
    // General admission has a count only.
    grade: sold !== null && seatingOf(row) === 'reserved' ? 'summary' : 'count',
    confidence: sold === null ? 'medium' : 'high',
    counts: withRate({ ...unknownCounts, capacity, available, sold, held, blocked }),
  }
}
