/** Veezi: one token opens one site; sessions with their counts, films, screens and attributes as flat lists. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { unknownCounts, withRate } from '../normalise/seat-codes.ts'
import { businessDateOf, parseLocalStart } from '../normalise/time.ts'
import { ianaZoneOf } from '../normalise/windows-zones.ts'
import type { SeatingType } from '../schema/index.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  MovieRecord,
  SaleState,
  ShowtimeRecord,
  TheaterRecord,
} from '../schema/records.ts'
import { type CinemaMember, toCapabilities } from './cinema-directory.ts'
import { defineCinemaSource, type LiveContext, requireToken } from './define-cinema-source.ts'
import { anyId, nullish, nullishBoolean, nullishNumber, nullishText, unknownRows } from './field-schemas.ts'
import {
  absoluteUrl,
  cleanText,
  optional,
  parseCount,
  showtimeFormats,
  toHorizon,
  toMovie,
  toTheater,
} from './record-builders.ts'
import { resolveRepeatedHours } from './resolve-repeated-hours.ts'

const SiteShape = Type.Object({
  Name: Type.String(),
  Address1: nullishText,
  Address2: nullishText,
  PostCode: nullishText,
  Phone1: nullishText,
  TimeZoneIdentifier: Type.String(),
})

const SessionShape = Type.Object({
  Id: anyId,
  FilmId: nullish(anyId),
  FilmPackageId: nullish(anyId),
  Title: nullishText,
  ScreenId: nullish(anyId),
  Seating: nullishText,
  ShowType: nullishText,
  SalesVia: nullish(Type.Array(Type.String())),
  Status: nullishText,
  PreShowStartTime: Type.String(),
  SalesCutOffTime: nullishText,
  TicketsSoldOut: nullishBoolean,
  SeatsAvailable: nullishNumber,
  SeatsHeld: nullishNumber,
  SeatsHouse: nullishNumber,
  SeatsSold: nullishNumber,
  FilmFormat: nullishText,
  Attributes: nullish(Type.Array(Type.Unknown())),
  AudioLanguage: nullishText,
  Url: nullishText,
  URL: nullishText,
})
const isSession = typeGuard(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

const isFilm = typeGuard(
  Type.Object({
    Id: anyId,
    Title: Type.String(),
    Synopsis: nullishText,
    Genre: nullishText,
    Distributor: nullishText,
    OpeningDate: nullishText,
    Rating: nullishText,
    Content: nullishText,
    Duration: nullishNumber,
    FilmPosterUrl: nullishText,
    People: nullish(
      Type.Array(Type.Object({ FirstName: nullishText, LastName: nullishText, Role: nullishText })),
    ),
  }),
)
const isNamed = typeGuard(Type.Object({ Id: anyId, Name: nullishText, Description: nullishText }))

export const veezi = defineCinemaSource({
  id: 'veezi',
  about: {
    name: 'Veezi',
    home: 'https://www.veezi.com',
    terms: 'By agreement with each venue: its own access token, and counts only where it agrees.',
  },
  baseUrl: 'https://api.us.veezi.com',
  everyMinutes: 30,
  polite: { atOnce: 1, gapMs: 300 },
  gate: 'key',
  capabilities: toCapabilities(
    ['showtimes', 'occupancy_rate', 'occupancy_counts', 'seat_summary', 'general_admission', 'booking_url'],
    true,
  ),
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

  async *fetch(context) {
    const get = createGet(context)
    yield await get('site', 'v1/site')
    yield await get('screens', 'v1/screen')
    yield await get('attributes', 'v1/attribute')
    yield await get('films', 'v4/film')
    yield await get('packages', 'v1/filmpackage')
    // What the web may sell; the other list also shows what is not announced yet.
    yield await get('sessions', 'v1/websession')
  },

  async *fetchSeatMap(context) {
    const { member, session } = context
    if (!allowsCounts(member)) {
      throw new Failure('upstream_refused', `${member.name} has not agreed to have its counts published.`, {
        details: { reason: 'venue_has_not_agreed' },
      })
    }
    yield await createGet(context)('session', `v1/session/${encodeURIComponent(session.session)}`)
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const { member } = context
    const one = answers.filter(({ kind }) => kind === 'session')
    for (const { body } of one) yield* toCounts(body, context.nowMs, member)
    const theater = theaterOf(answers, member)
    if (theater === undefined) return
    const films = toMovies(answers, context)
    const { showtimes, counts } = toShowtimes(answers, films, theater, context)
    yield theater
    const horizon = toHorizon(
      member.site,
      showtimes.map(({ businessDate }) => businessDate),
      'source_reported',
    )
    if (horizon !== undefined) yield horizon
    yield* films.values()
    yield* resolveRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
    yield* counts
  },
})

function createGet({ http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>) {
  const headers = { VeeziAccessToken: requireToken(member), accept: 'application/json' }
  return async (kind: string, path: string): Promise<UpstreamResponse> => {
    const answer = await http.request(`${member.base}/${path}`, { headers, signal })
    return { kind, url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
  }
}

function allowsCounts(member: CinemaMember): boolean {
  return member.options.counts === 'agreed'
}

function theaterOf(answers: readonly ParsedResponse[], member: CinemaMember): TheaterRecord | undefined {
  const site = answers.find(({ kind }) => kind === 'site')?.body as Type.Static<typeof SiteShape> | undefined
  if (site === undefined) return undefined
  const timezone = ianaZoneOf(site.TimeZoneIdentifier)
  if (timezone === undefined) {
    throw new Failure(
      'upstream_changed',
      `${member.name} is in an unknown time zone: ${site.TimeZoneIdentifier.slice(0, 60)}.`,
    )
  }
  return toTheater(member, {
    name: site.Name,
    timezone,
    ...optional('phone', site.Phone1),
    address: {
      ...optional('line1', cleanText(site.Address1)),
      ...optional('line2', cleanText(site.Address2)),
      ...optional('postal_code', cleanText(site.PostCode)),
    },
  })
}

/** Film ids are a site's own; a chain of several sites must not mix them up. */
function filmId(member: CinemaMember, id: string | number): string {
  return `${member.site}:${id}`
}

function toMovies(
  answers: readonly ParsedResponse[],
  { member, drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const row of rowsOf(answers, 'films')) {
    if (!isFilm(row)) {
      drop('not a film')
      continue
    }
    const people = (role: RegExp) =>
      (row.People ?? [])
        .filter(({ Role }) => role.test(Role ?? ''))
        .map(({ FirstName, LastName }) => [FirstName, LastName].filter(Boolean).join(' '))
    const movie = toMovie({
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
      cast: people(/^act/i),
      // The role is typed by hand, so its first letters have to do.
      directors: people(/^di/i),
      distributor: row.Distributor,
    })
    if (movie !== undefined && !isPrivateHire(movie.title)) films.set(movie.film, movie)
  }
  return films
}

function rowsOf(answers: readonly ParsedResponse[], kind: string): unknown[] {
  return answers.filter((answer) => answer.kind === kind).flatMap(({ body }) => body as unknown[])
}

function toShowtimes(
  answers: readonly ParsedResponse[],
  films: Map<string, MovieRecord>,
  theater: TheaterRecord,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: ShowtimeRecord[]; counts: AvailabilityRecord[] } {
  const names = new Map<string, string>()
  for (const kind of ['screens', 'attributes', 'packages']) {
    for (const row of rowsOf(answers, kind)) {
      const name = isNamed(row) ? cleanText(row.Name ?? row.Description) : undefined
      if (isNamed(row) && name !== undefined) names.set(`${kind} ${row.Id}`, name)
    }
  }
  const showtimes = new Map<string, ShowtimeRecord>()
  const counts: AvailabilityRecord[] = []
  for (const { kind, body } of answers) {
    if (kind !== 'sessions') continue
    for (const row of body as unknown[]) {
      const reason = reasonToDrop(row, showtimes)
      const film = reason === undefined ? filmOf(row as SessionRow, films, names, member) : undefined
      const showtime =
        film === undefined ? undefined : toShowtime(row as SessionRow, film, names, theater, member)
      if (showtime === undefined) {
        drop(reason ?? (film === undefined ? 'no film, or a private hire' : 'no start'))
        continue
      }
      showtimes.set(showtime.session, showtime)
      if (allowsCounts(member)) counts.push(...toCounts(row as SessionRow, nowMs, member))
    }
  }
  return { showtimes: [...showtimes.values()], counts }
}

/** Only what is public, open and sold on the web is ever published. */
function reasonToDrop(row: unknown, showtimes: ReadonlyMap<string, unknown>): string | undefined {
  if (!isSession(row)) return 'not a session'
  if (row.ShowType !== 'Public') return 'not public'
  if (row.Status !== 'Open') return 'not open'
  if (!(row.SalesVia ?? []).includes('WWW')) return 'not sold on the web'
  return showtimes.has(String(row.Id)) ? 'listed twice' : undefined
}

/** A package is a movie of its own, never one of its parts. */
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
  const movie = toMovie({ film, title, rawIds: { film: raw } })
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
  const session = String(row.Id)
  const attributes = (row.Attributes ?? []).flatMap((id) => names.get(`attributes ${id}`) ?? [])
  const raws = [
    row.FilmFormat ?? '',
    row.AudioLanguage ?? '',
    ...attributes,
    ...(row.FilmPackageId ? ['double bill'] : []),
  ]
  const cutOff = parseLocalStart(row.SalesCutOffTime ?? '', theater.timezone)?.startsAt
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: film.film,
    startsAt: start.startsAt,
    startsAtLocal: start.startsAtLocal,
    timezone: theater.timezone,
    businessDate: businessDateOf(start.startsAtLocal),
    state: stateOf(row),
    ...(cutOff !== undefined && cutOff > start.startsAt ? { salesEndAt: cutOff } : {}),
    ...optional('auditorium', names.get(`screens ${row.ScreenId}`)),
    ...optional(
      'screen',
      row.ScreenId === undefined || row.ScreenId === null ? undefined : String(row.ScreenId),
    ),
    ...showtimeFormats(raws, film.title, member),
    seating: seatingOf(row),
    ...optional('bookingUrl', absoluteUrl(row.Url ?? row.URL)),
    ...(allowsCounts(member)
      ? {}
      : { lacks: ['occupancy_counts', 'occupancy_rate', 'seat_summary'] as const }),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: {
      session,
      ...film.rawIds,
      site: member.site,
      ...optional(
        'screen',
        row.ScreenId === undefined || row.ScreenId === null ? undefined : String(row.ScreenId),
      ),
      ...(start.warnings.length === 0 ? {} : { local_start: row.PreShowStartTime }),
    },
  }
}

function stateOf({ TicketsSoldOut, SeatsAvailable }: SessionRow): SaleState {
  return TicketsSoldOut || SeatsAvailable === 0 ? 'sold_out' : 'on_sale'
}

function seatingOf({ Seating }: SessionRow): SeatingType {
  if (Seating === 'Allocated' || Seating === 'Select') return 'reserved'
  return Seating === 'Open' ? 'general_admission' : 'unknown'
}

/** Capacity is what is free, held, kept by the house and sold, together. */
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
    // Without numbered seats there is nothing but a count.
    grade: sold !== null && seatingOf(row) === 'reserved' ? 'summary' : 'count',
    confidence: sold === null ? 'medium' : 'high',
    counts: withRate({ ...unknownCounts, capacity, available, sold, held, blocked }),
  }
}
