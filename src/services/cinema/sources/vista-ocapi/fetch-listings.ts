/** Requests the business dates of several OCAPI sites and their showtimes, and saves for each site what belongs to it. */

import { Failure } from '../../../../core/errors.ts'
import type { SharedWork, UpstreamResponse } from '../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf, toFailure } from '../../../../sync/status-rules.ts'
import { isDay } from '../../normalise/time.ts'
import type { CinemaMember } from '../cinema-member.ts'
import { failedPart, type LiveContext, requireToken, toUpstreamResponse } from '../define-cinema-source.ts'
import { idsIn, tryParseJson } from '../field-values.ts'
import type { SharedListings } from '../share-installation.ts'

const datesMax = 150

/** Seat plans and prices fail separately from listings. */
export const seatKinds: readonly string[] = ['layout', 'availability', 'prices']

export const ocapiRules: StatusRules = [
  {
    statuses: [400, 404],
    kinds: ['showtimes'],
    means: 'partial',
    evidence: 'the dates come from the source itself, and no listed day was ever answered like this',
  },
  {
    statuses: [200],
    kinds: ['showtimes'],
    bodyHas: ['"status"', '404'],
    means: 'partial',
    evidence: 'a client raises an error for a body that is only a status',
  },
  {
    statuses: [404],
    kinds: ['dates'],
    means: 'gone',
    confirmedBy: 'an empty or missing list of dates in a further run',
    evidence: 'stale ids are answered by 404',
  },
  {
    statuses: [400, 404],
    kinds: seatKinds,
    means: 'empty',
    evidence:
      'vendor documentation: 400 for a room whose plan is disabled, 404 for a showtime that has passed',
  },
]

export type Get = (kind: string, path: string) => Promise<UpstreamResponse | undefined>

/** Undefined where there is nothing. */
export function createGet(
  { http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  onDisabled: () => undefined = () => undefined,
): Get {
  const headers = { authorization: `Bearer ${requireToken(member)}`, accept: 'application/json' }
  return async (kind, path) => {
    const url = `${member.base}/ocapi/v1/${path}`
    const group = seatKinds.includes(kind) ? 'seats' : 'listings'
    const acceptStatuses = statusesOf(ocapiRules, kind)
    const response = await http.request(url, { headers, signal, group, acceptStatuses })
    const rule = findStatusRule(ocapiRules, kind, response)
    if (rule?.means === 'empty') return response.status === 400 ? onDisabled() : undefined
    if (rule?.means === 'gone')
      throw new Failure('upstream_changed', `The platform no longer lists ${member.name}.`)
    if (rule?.means === 'partial') throw new MissingDay(rule, response)
    if (rule !== undefined) throw toFailure(rule, response)
    return toUpstreamResponse(kind, response, url)
  }
}

/** The source lists a day and then denies it: that costs the day, not the listing. */
class MissingDay extends Failure {
  constructor(...cause: Parameters<typeof toFailure>) {
    const { code, message } = toFailure(...cause)
    super(code, message)
  }
}

/** `siteIds` is repeated. One call a day has the showtimes of all sites. */
export async function fetchListings(
  work: SharedWork,
  theaters: readonly CinemaMember[],
  nowMs: number,
): Promise<SharedListings> {
  const [first] = theaters
  if (first === undefined) return new Map()
  const get = createGet({ ...work, member: first })
  const query = theaters.map(({ site }) => `siteIds=${encodeURIComponent(site)}`).join('&')
  const dates = await get('dates', `film-screening-dates?${query}`)
  if (dates === undefined) return new Map()
  const isAlone = theaters.length === 1
  const listings = new Map<string, UpstreamResponse[]>(
    theaters.map((theater) => [theater.id, [isAlone ? dates : datesOfSite(dates, theater)]]),
  )
  const allDates = datesIn(tryParseJson(dates.body))
  const missing: string[] = allDates.slice(datesMax)
  let problem: Failure | undefined = missing.length > 0 ? tooManyDates : undefined
  for (const date of allDates.slice(0, datesMax)) {
    try {
      const day = await get('showtimes', `showtimes/by-business-date/${date}?${query}`)
      if (day === undefined) continue
      const body: unknown = isAlone ? undefined : tryParseJson(day.body)
      if (!isAlone && !isListing(body)) throw new Failure('upstream_changed', 'A day cannot be read.')
      for (const theater of theaters)
        listings.get(theater.id)?.push(isListing(body) ? dayOfSite(day, body, theater) : day)
    } catch (error) {
      if (!(error instanceof MissingDay)) throw error
      problem ??= error
      missing.push(date)
    }
  }
  if (problem === undefined) return listings
  for (const theater of theaters)
    listings.get(theater.id)?.push(failedPart({ member: theater, nowMs }, 'days', problem, missing))
  return listings
}

const tooManyDates = new Failure('upstream_changed', `The source lists more than ${datesMax} dates.`)

/** In order. */
export function datesIn(body: { filmScreeningDates?: unknown } | undefined): string[] {
  const listed = body?.filmScreeningDates
  if (!Array.isArray(listed)) return []
  const dates: unknown[] = listed.map((row) => row?.businessDate)
  return [...new Set(dates.filter((date) => typeof date === 'string').filter(isDay))].sort()
}

/** The dates on which this site shows anything; all of them if the response does not name sites. */
function datesOfSite(response: UpstreamResponse, { site }: CinemaMember): UpstreamResponse {
  const rows: unknown = tryParseJson(response.body)?.filmScreeningDates
  if (!Array.isArray(rows)) return response
  const sitesOf = (row: { filmScreenings?: { sites?: unknown[] }[] }) =>
    (row.filmScreenings ?? []).flatMap(({ sites }) => (sites ?? []).flatMap((own) => idsIn(own, 'siteId')))
  const own = rows.filter((row) => {
    const sites = sitesOf(row)
    return sites.length === 0 || sites.includes(site)
  })
  const filmScreeningDates = own.map(({ businessDate }) => ({ businessDate }))
  return { ...response, body: JSON.stringify({ filmScreeningDates }) }
}

interface ListingBody {
  readonly showtimes: readonly unknown[]
  readonly relatedData: Readonly<Record<string, readonly unknown[] | undefined>>
}

function isListing(body: unknown): body is ListingBody {
  const { showtimes, relatedData } = (body ?? {}) as Partial<ListingBody>
  return Array.isArray(showtimes) && typeof relatedData === 'object' && relatedData !== null
}

/** With the films that it shows, and without the other sites. */
function dayOfSite(response: UpstreamResponse, body: ListingBody, { site }: CinemaMember): UpstreamResponse {
  const showtimes = body.showtimes.filter((row) => idsIn(row, 'siteId').includes(site))
  const films = new Set(showtimes.flatMap((row) => idsIn(row, 'filmId')))
  const { relatedData } = body
  const related = {
    ...relatedData,
    sites: relatedData.sites?.filter((row) => idsIn(row, 'id').includes(site)),
    films: relatedData.films?.filter((row) => idsIn(row, 'id').some((id) => films.has(id))),
  }
  return { ...response, body: JSON.stringify({ showtimes, relatedData: related }) }
}
