/** Data Ciné Indés of the SCARE: the open data set of the independent cinemas of France, all of them in one list. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { isShortList } from '../../../../../core/short-list.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse, SharedWork } from '../../../../../sync/source.ts'
import { dayAt, parseStart } from '../../../normalise/time.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource } from '../../define-cinema-source.ts'
import { anyId, nullish, nullishNumber, nullishText, rowReader, unknownRows } from '../../field-schemas.ts'
import {
  absoluteUrl,
  bodiesOf,
  cleanText,
  idsIn,
  slugify,
  type Text,
  tryParseJson,
} from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { type ReadSessions, SessionList } from '../../records/session-list.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'
import { toTheaterRecord } from '../../records/theater-record.ts'
import { fetchOncePerRun } from '../../share-installation.ts'
import { repairEncoding } from './repair-encoding.ts'

/** The most that the data set gives in one response. */
const pageSize = 10_000
const pagesMax = 20

const SessionShape = Type.Object({
  showid: anyId,
  showstart: Type.String(),
  cineid: anyId,
  filmtitle: Type.String(),
  filmid: nullish(anyId),
  filmdirector: nullishText,
  filmgenre: nullishText,
  filmduration: nullishNumber,
  filmversion: nullishText,
  filmposter: nullishText,
  auditoriumnumber: nullish(anyId),
  showurl: nullishText,
})
const readSession = rowReader(SessionShape)
type SessionRow = Type.Static<typeof SessionShape>

type Lines = Type.Static<typeof Lines>
const Lines = Type.Object({ results: unknownRows })
const isPage = typeGuard(
  Type.Object({ results: unknownRows, total: Type.Integer({ minimum: 0 }), next: nullishText }),
)

export const scare = defineCinemaSource({
  id: 'scare',
  about: {
    name: 'Data Ciné Indés (SCARE)',
    home: 'https://datacinesindes.fr',
    terms: 'Open data under the Licence Ouverte 2.0, which names the SCARE as the source.',
  },
  baseUrl: 'https://datacinesindes.fr',
  everyMinutes: 120,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(['showtimes', 'booking_url'], false),
  grade: 'none',
  horizon: { maxDays: 60, source: 'probed' },
  limitations: [],
  seatCalls: 0,
  raw: { lines: Lines },

  async *fetch(context) {
    const { member, nowMs } = context
    const url = linesUrl(member, Object.keys(SessionShape.properties), nowMs)
    const { fetchedAt, bySite } = await fetchOncePerRun(context, 'lines', (work) => fetchLines(work, url))
    yield { kind: 'lines', url, fetchedAt, body: bySite.get(member.site) ?? '{"results":[]}' }
  },

  toRecords(responses, context) {
    return toListingRecords(context.member, {
      ...toListing(responses, context),
      theater: toTheaterRecord(context.member),
    })
  },
})

/** The lines from today on. */
export function linesUrl({ base }: CinemaMember, fields: readonly string[], nowMs: number): string {
  const query = new URLSearchParams({
    size: String(pageSize),
    select: fields.join(','),
    qs: `showstart:[${dayAt(nowMs, 'UTC')} TO *]`,
  })
  return `${base}/lines?${query}`
}

interface SharedLines {
  readonly fetchedAt: number
  /** The response for each theater. */
  readonly bySite: ReadonlyMap<string, string>
}

/** The whole data set, page by page. Of the link to the next page only its place in the list is used. */
async function fetchLines({ http, signal }: SharedWork, url: string): Promise<SharedLines> {
  const rows: unknown[] = []
  let total = 0
  let next: string | undefined = url
  let fetchedAt = 0
  for (let page = 0; next !== undefined; page++) {
    if (page === pagesMax) throw upstreamChanged(`The list has more than ${pagesMax} pages.`)
    const response = await http.request(next, { signal })
    const body = tryParseJson(response.body)
    if (!isPage(body)) throw upstreamChanged('The list of showtimes has another shape.')
    fetchedAt = response.receivedAt
    total = Math.max(total, body.total)
    for (const row of body.results) rows.push(row)
    const after = URL.parse(body.next ?? '')?.searchParams.get('after')
    next = after == null ? undefined : `${url}&after=${encodeURIComponent(after)}`
  }
  if (isShortList(rows.length, total, 1))
    throw upstreamChanged(`Only ${rows.length} of ${total} showtimes are in the list.`)
  const groups = Map.groupBy(rows, (row) => idsIn(row, 'cineid')[0] ?? '')
  const bySite = [...groups].map(([site, results]) => [site, JSON.stringify({ results })] as const)
  return { fetchedAt, bySite: new Map(bySite) }
}

function upstreamChanged(what: string): Failure {
  return new Failure('upstream_changed', what)
}

function toListing(responses: readonly ParsedResponse[], context: MapContext<CinemaMember>): ReadSessions {
  const { member, drop } = context
  const sessions = new SessionList(context)
  for (const row of bodiesOf<Lines>(responses, 'lines').flatMap(({ results }) => results)) {
    const session = readSession(row)
    if (session === undefined) sessions.hold(row, 'showid', 'not a session')
    else if (String(session.cineid) !== member.site) drop('of another cinema')
    else sessions.add(String(session.showid), toMovie(session), (film) => toShowtime(session, film, member))
  }
  return sessions.read()
}

/** Ids of films are those of the ticket system of a theater. */
function toMovie(row: SessionRow): MovieRecord | undefined {
  const title = clean(row.filmtitle)
  if (title === undefined) return undefined
  const director = clean(row.filmdirector)
  return toMovieRecord({
    film: `${row.cineid}:${row.filmid ?? slugify(title)}`,
    title,
    runtimeMinutes: minutesOf(row.filmduration),
    genres: clean(row.filmgenre)?.split(',') ?? [],
    poster: clean(row.filmposter),
    // Where there are several, nothing says how they are separated.
    directors: director === undefined || /[,;/&]| et /.test(director) ? [] : [director],
    rawIds: row.filmid == null ? {} : { film: String(row.filmid) },
  })
}

/** In seconds; few theaters write minutes, and a value that could be either is none. */
function minutesOf(duration: number | null | undefined): number | undefined {
  return duration != null && duration >= 1200 ? duration / 60 : undefined
}

function toShowtime(row: SessionRow, film: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const start = parseStart(row.showstart, member.timezone)
  if (start === undefined) return undefined
  const bookingUrl = absoluteUrl(clean(row.showurl))
  const version = clean(row.filmversion)?.toUpperCase()
  return toShowtimeRecord({
    member,
    session: String(row.showid),
    film,
    start,
    state: bookingUrl === undefined ? 'unknown' : 'on_sale',
    auditorium: row.auditoriumnumber == null ? undefined : clean(String(row.auditoriumnumber)),
    // French ones are of French films as well, so nothing says that they are dubbed.
    tags: version === 'VO' || version === 'VERSION_ORIGINAL' ? ['VO'] : [],
    language: frenchVersions.has(version ?? '') ? 'fr' : undefined,
    bookingUrl,
    localStart: row.showstart,
  })
}

/** In the words of two ticket systems. */
const frenchVersions: ReadonlySet<string> = new Set(['VF', 'VERSION_LOCAL', 'VERSION_ORIGINAL_LOCAL'])

/** Some theaters write `null` as a word, and some encode their texts twice. */
function clean(text: Text): string | undefined {
  const repaired = text == null ? undefined : cleanText(repairEncoding(text))
  return repaired?.toLowerCase() === 'null' ? undefined : repaired
}
