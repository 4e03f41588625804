/** Requests the schedules of several theaters of a Webedia site, and the films they refer to. */

import { Failure, isFailure } from '../../../../../core/errors.ts'
import { toLocalText } from '../../../../../core/zoned-time.ts'
import type { SharedWork, UpstreamResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf, toFailure } from '../../../../../sync/status-rules.ts'
import { addDays } from '../../../normalise/time.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  type CinemaFetchContext,
  failedPart,
  fetchParts,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { idsIn, tryParseJson } from '../../field-values.ts'
import { fetchOncePerRun, type SharedListings } from '../../share-installation.ts'

const pastDays = 3
/** Some houses announce events a year ahead; a long window is no slower. */
export const aheadDays = 365
const filmsPerCall = 40
const filmsMax = 1000

/** The numbers of the queries behind every current site. They change with the site's software. */
const theatersQuery = '2506275789'
const filmsQuery = '3836549025'

export const webediaRules: StatusRules = [
  {
    statuses: [404],
    kinds: ['theaters', 'catalogue'],
    means: 'empty',
    evidence: 'the numbers of the queries change with the software of the site',
  },
]

export async function fetchSchedules(
  { http, signal }: SharedWork,
  theaters: readonly CinemaMember[],
  nowMs: number,
): Promise<SharedListings> {
  const [first] = theaters
  if (first === undefined) return new Map()
  const api = `${first.base}/api/gatsby-source-boxofficeapi`
  const url = `${api}/schedule?${scheduleQuery(theaters, nowMs)}`
  const schedule = toUpstreamResponse('schedule', await http.request(url, { signal, group: 'schedule' }))
  const bySite: unknown = tryParseJson(schedule.body)
  if (theaters.length > 1 && !isRecord(bySite))
    throw new Failure('upstream_changed', 'The schedules of several theaters cannot be read.')
  const schedules = new Map(
    theaters.flatMap((theater) => {
      const own = isRecord(bySite) ? bySite[siteOf(theater)] : undefined
      if (theaters.length === 1) return [[theater, { own, response: schedule }] as const]
      if (own === undefined) return []
      return [
        [
          theater,
          { own, response: { ...schedule, body: JSON.stringify({ [siteOf(theater)]: own }) } },
        ] as const,
      ]
    }),
  )
  const wanted = new Set([...schedules.values()].flatMap(({ own }) => filmsOf(own)))
  const films = await fetchFilms({ http, signal }, first, [...wanted], nowMs)
  return new Map(
    [...schedules].map(([theater, { own, response }]) => [
      theater.id,
      [response, ...films.map((film) => withFilms(film, new Set(filmsOf(own))))],
    ]),
  )
}

/** The platform knows ids in capitals only, in JSON without blanks: anything else is answered by 500. */
export function siteOf({ site }: CinemaMember): string {
  return site.toUpperCase()
}

/** The parameter is repeated: a list inside one parameter is answered by 500. */
function scheduleQuery(theaters: readonly CinemaMember[], nowMs: number): string {
  const timezone = theaters[0]?.timezone ?? 'UTC'
  const today = toLocalText(nowMs, timezone).slice(0, 10)
  const query = new URLSearchParams()
  for (const theater of theaters)
    query.append('theaters', JSON.stringify({ id: siteOf(theater), timeZone: theater.timezone }))
  query.append('from', `${addDays(today, -pastDays)}T03:00:00`)
  query.append('to', `${addDays(today, aheadDays)}T03:00:00`)
  query.append('includeAllMovies', 'true')
  return query.toString()
}

/** By id, and from the site's own catalogue if `/movies` knows less. */
async function fetchFilms(
  work: SharedWork,
  theater: CinemaMember,
  ids: readonly string[],
  nowMs: number,
): Promise<UpstreamResponse[]> {
  const api = `${theater.base}/api/gatsby-source-boxofficeapi`
  const get = createGet(work)
  const batches = batchesOf(ids.slice(0, filmsMax)).map((batch) => {
    // An id per parameter: a list with commas is taken for one unknown id, and answered by 200 and nothing.
    const query = batch.map((id) => `ids=${encodeURIComponent(id)}`).join('&')
    return () => get('movies', `${api}/movies?basic=false&castingLimit=3&${query}`)
  })
  const responses = await Array.fromAsync(fetchParts({ member: theater, nowMs }, { films: batches }))
  const known = describedIn(responses)
  const unknown = new Set(ids.filter((id) => !known.has(id)))
  if (unknown.size === 0) return responses
  const catalogueUrl = theater.options.films ?? `${theater.base}/page-data/sq/d/${filmsQuery}.json`
  const rest = await Array.fromAsync(
    fetchParts({ member: theater, nowMs }, { catalogue: [() => get('catalogue', catalogueUrl)] }),
  )
  const catalogue = rest.map((response) => withFilms(response, unknown))
  const described = describedIn([...responses, ...catalogue])
  const missing = ids.filter((id) => !described.has(id)).length
  if (missing === 0) return [...responses, ...catalogue]
  const failure = new Failure(
    'upstream_changed',
    `The source describes ${ids.length - missing} of ${ids.length} films.`,
  )
  return [...responses, ...catalogue, failedPart({ member: theater, nowMs }, 'described films', failure)]
}

function batchesOf(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / filmsPerCall)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * filmsPerCall, (index + 1) * filmsPerCall),
  )
}

/** Whether the schedule names the theater; undefined if it cannot be read. */
export function hasSchedule(listing: readonly UpstreamResponse[], member: CinemaMember): boolean | undefined {
  const schedule = listing.find(({ kind }) => kind === 'schedule')
  const bySite: unknown = tryParseJson(schedule?.body ?? '')
  return isRecord(bySite) ? bySite[siteOf(member)] !== undefined : undefined
}

/**
 * One list has every theater of the site, so it is requested once per run. Nothing if the list has moved: then the member file
 * is all that is known.
 */
export async function fetchTheaters(context: CinemaFetchContext): Promise<readonly UpstreamResponse[]> {
  return await fetchOncePerRun(context, 'theaters', (work) =>
    Array.fromAsync(createGet(work)('theaters', theatersUrl(context.member))),
  )
}

export async function readListed(
  context: CinemaFetchContext,
): Promise<((theater: CinemaMember) => boolean) | undefined> {
  const lists = await fetchTheaters(context).catch((thrown: unknown) => {
    if (context.signal.aborted || !isFailure(thrown)) throw thrown
    return []
  })
  const nodes = lists.flatMap(({ body }) => theatersIn(body) ?? [])
  return nodes.length === 0 ? undefined : (theater) => nodes.some((node) => isTheater(node, theater))
}

/** Undefined if the list cannot be read. */
export function theatersIn(body: string): readonly unknown[] | undefined {
  const nodes: unknown = tryParseJson(body)?.data?.allTheater?.nodes
  return Array.isArray(nodes) ? nodes : undefined
}

export function isTheater(node: unknown, member: CinemaMember): boolean {
  return idsIn(node, 'id')[0] === siteOf(member)
}

export function theatersUrl({ base, options }: CinemaMember): string {
  return options.theaters ?? `${base}/page-data/sq/d/${theatersQuery}.json`
}

function createGet({ http, signal }: SharedWork) {
  return async function* (kind: string, url: string): AsyncGenerator<UpstreamResponse> {
    const acceptStatuses = statusesOf(webediaRules, kind)
    const response = await http.request(url, { signal, group: kind, acceptStatuses })
    const rule = findStatusRule(webediaRules, kind, response)
    if (rule?.means === 'empty') return
    if (rule !== undefined) throw toFailure(rule, response)
    yield toUpstreamResponse(kind, response)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function filmsOf(schedule: unknown): string[] {
  const films = isRecord(schedule) ? schedule.schedule : undefined
  return isRecord(films) ? Object.keys(films) : []
}

function describedIn(responses: readonly UpstreamResponse[]): Set<string> {
  return new Set(
    responses
      .filter(({ kind }) => kind === 'movies' || kind === 'catalogue')
      .flatMap(({ body }) => rowsIn(tryParseJson(body)).flatMap((row) => idsIn(row, 'id'))),
  )
}

function rowsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  const nodes = (body as { data?: { allMovie?: { nodes?: unknown } } } | undefined)?.data?.allMovie?.nodes
  return Array.isArray(nodes) ? nodes : []
}

/** Only the films that a theater shows: the responses are saved once per theater. */
function withFilms(response: UpstreamResponse, films: ReadonlySet<string>): UpstreamResponse {
  if (response.kind !== 'movies' && response.kind !== 'catalogue') return response
  const body: unknown = tryParseJson(response.body)
  const rows = rowsIn(body).filter((row) => idsIn(row, 'id').some((id) => films.has(id)))
  if (Array.isArray(body)) return { ...response, body: JSON.stringify(rows) }
  return isRecord(body) && isRecord(body.data) && isRecord(body.data.allMovie)
    ? { ...response, body: JSON.stringify({ data: { allMovie: { nodes: rows } } }) }
    : response
}
