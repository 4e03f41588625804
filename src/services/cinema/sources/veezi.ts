/** Veezi: one token opens one site; sessions with their counts, films, screens and attributes as flat lists. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { shapeOf } from '../../../core/type-guard.ts'
import type { Answer, MapContext, ParsedAnswer } from '../../../sync/source.ts'
import { isPrivateHire } from '../normalise/private-hire.ts'
import { nothingCounted, withRate } from '../normalise/seat-codes.ts'
import { businessDateOf, readLocal } from '../normalise/time.ts'
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
import { type CinemaMember, capabilitiesOf } from './cinema-directory.ts'
import { defineCinemaSource, type LiveContext, tokenOf } from './define-cinema-source.ts'
import { anyId, maybe, maybeFlag, maybeNumber, maybeText, rows } from './field-schemas.ts'
import {
  addressOf,
  countOf,
  formatsOf,
  given,
  textOf,
  toHorizon,
  toMovie,
  toTheater,
} from './record-builders.ts'
import { settleRepeatedHours } from './resolve-repeated-hours.ts'

const SiteShape = Type.Object({
  Name: Type.String(),
  Address1: maybeText,
  Address2: maybeText,
  PostCode: maybeText,
  Phone1: maybeText,
  TimeZoneIdentifier: Type.String(),
})

const SessionShape = Type.Object({
  Id: anyId,
  FilmId: maybe(anyId),
  FilmPackageId: maybe(anyId),
  Title: maybeText,
  ScreenId: maybe(anyId),
  Seating: maybeText,
  ShowType: maybeText,
  SalesVia: maybe(Type.Array(Type.String())),
  Status: maybeText,
  PreShowStartTime: Type.String(),
  SalesCutOffTime: maybeText,
  TicketsSoldOut: maybeFlag,
  SeatsAvailable: maybeNumber,
  SeatsHeld: maybeNumber,
  SeatsHouse: maybeNumber,
  SeatsSold: maybeNumber,
  FilmFormat: maybeText,
  Attributes: maybe(Type.Array(Type.Unknown())),
  AudioLanguage: maybeText,
  Url: maybeText,
  URL: maybeText,
})
const isSession = shapeOf(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

const isFilm = shapeOf(
  Type.Object({
    Id: anyId,
    Title: Type.String(),
    Synopsis: maybeText,
    Genre: maybeText,
    Distributor: maybeText,
    OpeningDate: maybeText,
    Rating: maybeText,
    Content: maybeText,
    Duration: maybeNumber,
    FilmPosterUrl: maybeText,
    People: maybe(Type.Array(Type.Object({ FirstName: maybeText, LastName: maybeText, Role: maybeText }))),
  }),
)
const isNamed = shapeOf(Type.Object({ Id: anyId, Name: maybeText, Description: maybeText }))

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
  capabilities: capabilitiesOf(
    ['showtimes', 'occupancy_rate', 'occupancy_counts', 'seat_summary', 'general_admission', 'booking_url'],
    true,
  ),
  grade: 'summary',
  horizon: { maxDays: 30, source: 'source_reported' },
  limitations: ['counts_by_agreement_with_the_venue'],
  seatCalls: 0,
  raw: {
    site: SiteShape,
    screens: rows,
    attributes: rows,
    films: rows,
    packages: rows,
    sessions: rows,
    session: SessionShape,
  },

  async *fetch(context) {
    const get = asker(context)
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
    if (!agrees(member)) {
      throw new Failure('upstream_refused', `${member.name} has not agreed to have its counts published.`, {
        details: { reason: 'venue_has_not_agreed' },
      })
    }
    yield await asker(context)('session', `v1/session/${encodeURIComponent(session.session)}`)
  },

  *toRecords(answers, context): Generator<CinemaRecord> {
    const { member } = context
    const one = answers.filter(({ kind }) => kind === 'session')
    for (const { body } of one) yield* toCounts(body, context.nowMs, member)
    const theater = theaterOf(answers, member)
    if (theater === undefined) return
    const films = readFilms(answers, context)
    const { showtimes, counts } = readSessions(answers, films, theater, context)
    yield theater
    const horizon = toHorizon(
      member.site,
      showtimes.map(({ businessDate }) => businessDate),
      'source_reported',
    )
    if (horizon !== undefined) yield horizon
    yield* films.values()
    yield* settleRepeatedHours(showtimes, (film) => films.get(film)?.runtimeMinutes)
    yield* counts
  },
})

function asker({ http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>) {
  const headers = { VeeziAccessToken: tokenOf(member), accept: 'application/json' }
  return async (kind: string, path: string): Promise<Answer> => {
    const answer = await http.request(`${member.base}/${path}`, { headers, signal })
    return { kind, url: answer.url, fetchedAt: answer.receivedAt, body: answer.body }
  }
}

function agrees(member: CinemaMember): boolean {
  return member.options.counts === 'agreed'
}

function theaterOf(answers: readonly ParsedAnswer[], member: CinemaMember): TheaterRecord | undefined {
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
    ...given('phone', site.Phone1),
    address: {
      ...given('line1', textOf(site.Address1)),
      ...given('line2', textOf(site.Address2)),
      ...given('postal_code', textOf(site.PostCode)),
    },
  })
}

/** Film ids are a site's own; a chain of several sites must not mix them up. */
function filmId(member: CinemaMember, id: string | number): string {
  return `${member.site}:${id}`
}

function readFilms(
  answers: readonly ParsedAnswer[],
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

function rowsOf(answers: readonly ParsedAnswer[], kind: string): unknown[] {
  return answers.filter((answer) => answer.kind === kind).flatMap(({ body }) => body as unknown[])
}

function readSessions(
  answers: readonly ParsedAnswer[],
  films: Map<string, MovieRecord>,
  theater: TheaterRecord,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): { showtimes: ShowtimeRecord[]; counts: AvailabilityRecord[] } {
  const names = new Map<string, string>()
  for (const kind of ['screens', 'attributes', 'packages']) {
    for (const row of rowsOf(answers, kind)) {
      const name = isNamed(row) ? textOf(row.Name ?? row.Description) : undefined
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
      if (agrees(member)) counts.push(...toCounts(row as SessionRow, nowMs, member))
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
    const known = films.get(filmId(member, row.FilmId))
    if (known !== undefined) return known
  }
  const raw = row.FilmPackageId ? `package-${row.FilmPackageId}` : String(row.FilmId)
  const film = filmId(member, raw)
  const title = textOf(row.Title) ?? names.get(`packages ${row.FilmPackageId}`)
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
  const start = readLocal(row.PreShowStartTime, theater.timezone)
  if (start === undefined) return undefined
  const session = String(row.Id)
  const attributes = (row.Attributes ?? []).flatMap((id) => names.get(`attributes ${id}`) ?? [])
  const raws = [
    row.FilmFormat ?? '',
    row.AudioLanguage ?? '',
    ...attributes,
    ...(row.FilmPackageId ? ['double bill'] : []),
  ]
  const cutOff = readLocal(row.SalesCutOffTime ?? '', theater.timezone)?.startsAt
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
    ...given('auditorium', names.get(`screens ${row.ScreenId}`)),
    ...given(
      'screen',
      row.ScreenId === undefined || row.ScreenId === null ? undefined : String(row.ScreenId),
    ),
    ...formatsOf(raws, film.title, member),
    seating: seatingOf(row),
    ...given('bookingUrl', addressOf(row.Url ?? row.URL)),
    ...(agrees(member) ? {} : { lacks: ['occupancy_counts', 'occupancy_rate', 'seat_summary'] as const }),
    ...(start.warnings.length === 0 ? {} : { warnings: start.warnings }),
    rawIds: {
      session,
      ...film.rawIds,
      site: member.site,
      ...given(
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
  const available = countOf(row.SeatsAvailable)
  const held = countOf(row.SeatsHeld)
  const blocked = countOf(row.SeatsHouse)
  const sold = countOf(row.SeatsSold)
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
    counts: withRate({ ...nothingCounted, capacity, available, sold, held, blocked }),
  }
}
