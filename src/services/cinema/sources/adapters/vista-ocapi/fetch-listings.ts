/** Requests the business dates of several OCAPI sites and their showtimes, and saves for each site what belongs to it. */

import { Failure, isFailure } from '../../../../../core/errors.ts'
import type { OutboundResponse } from '../../../../../core/outbound/outbound.ts'
import type { SharedWork, UpstreamResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf, toFailure } from '../../../../../sync/status-rules.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  type CinemaFetchContext,
  failedPart,
  type LiveContext,
  requireToken,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { daysIn, idsIn, tryParseJson } from '../../field-values.ts'
import { fetchOncePerRun, notListed, type SharedListings } from '../../share-installation.ts'

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
    statuses: [400],
    kinds: ['dates'],
    bodyHas: ['nvalid site'],
    means: 'gone',
    confirmedBy: 'an empty or missing list of dates in a further run',
    evidence: 'a site that has closed is answered by 400 with these words',
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
    // Such a status is accepted only because of what its body may say.
    if (rule === undefined && response.status >= 400) throw unexpectedStatus(response)
    if (rule?.means === 'empty') return response.status === 400 ? onDisabled() : undefined
    if (rule?.means === 'gone') throw notListed(member)
    if (rule?.means === 'partial') throw new MissingDay(rule, response)
    if (rule !== undefined) throw toFailure(rule, response)
    return toUpstreamResponse(kind, response, url)
  }
}

export async function readListed(
  context: CinemaFetchContext,
): Promise<((theater: CinemaMember) => boolean) | undefined> {
  const { member, signal } = context
  const sites = await fetchOncePerRun(context, 'sites', async (work) => {
    const response = await createGet({ ...work, member })('sites', 'sites')
    const rows = rowsIn(tryParseJson(response?.body ?? ''), 'sites')
    return new Set(rows.flatMap((row) => idsIn(row, 'id')))
  }).catch((thrown: unknown) => {
    if (signal.aborted || !isFailure(thrown)) throw thrown
    return new Set<string>()
  })
  return sites.size === 0 ? undefined : ({ site }) => sites.has(site)
}

function unexpectedStatus({ status }: OutboundResponse): Failure {
  return new Failure('upstream_changed', `The source responded with the unexpected status ${status}.`)
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
  const othersOf = (theater: CinemaMember) =>
    new Set(theaters.flatMap(({ site }) => (site === theater.site ? [] : [site])))
  const listings = new Map<string, UpstreamResponse[]>()
  const ownDays = new Map<string, ReadonlySet<string>>()
  for (const theater of theaters) {
    const own = isAlone ? dates : datesOfSite(dates, theater)
    listings.set(theater.id, [own])
    ownDays.set(theater.id, new Set(datesIn(tryParseJson(own.body)).days))
  }
  const allDates = datesIn(tryParseJson(dates.body)).days
  const missing: string[] = allDates.slice(datesMax)
  let problem: Failure | undefined = missing.length > 0 ? tooManyDates : undefined
  for (const date of allDates.slice(0, datesMax)) {
    try {
      const day = await get('showtimes', `showtimes/by-business-date/${date}?${query}`)
      if (day === undefined) continue
      const body: unknown = isAlone ? undefined : tryParseJson(day.body)
      for (const theater of theaters) {
        if (isListing(body)) listings.get(theater.id)?.push(dayOfSite(day, body, othersOf(theater)))
        // Which theaters it would have listed, the dates say.
        else if (ownDays.get(theater.id)?.has(date)) listings.get(theater.id)?.push(day)
      }
    } catch (error) {
      if (!(error instanceof MissingDay)) throw error
      problem ??= error
      missing.push(date)
    }
  }
  if (problem === undefined) return listings
  // One site may be the cause that no day is listed.
  if (!isAlone && missing.length === allDates.length) throw problem
  for (const theater of theaters) {
    const lost = missing.filter((date) => ownDays.get(theater.id)?.has(date))
    if (lost.length > 0)
      listings.get(theater.id)?.push(failedPart({ member: theater, nowMs }, 'days', problem, lost))
  }
  return listings
}

const tooManyDates = new Failure('upstream_changed', `The source lists more than ${datesMax} dates.`)

export function datesIn(body: { filmScreeningDates?: unknown } | undefined): ReturnType<typeof daysIn> {
  return daysIn(rowsIn(body, 'filmScreeningDates').map((row) => fieldOf(row, 'businessDate')))
}

/** The dates on which this site shows anything; all of them if the response does not name sites. */
function datesOfSite(response: UpstreamResponse, { site }: CinemaMember): UpstreamResponse {
  const body: unknown = tryParseJson(response.body)
  if (!Array.isArray(fieldOf(body, 'filmScreeningDates'))) return response
  const own = rowsIn(body, 'filmScreeningDates').filter((row) => {
    const sites = rowsIn(row, 'filmScreenings')
      .flatMap((film) => rowsIn(film, 'sites'))
      .flatMap((listed) => idsIn(listed, 'siteId'))
    return sites.length === 0 || sites.includes(site)
  })
  const filmScreeningDates = own.map((row) => ({ businessDate: fieldOf(row, 'businessDate') }))
  return { ...response, body: JSON.stringify({ filmScreeningDates }) }
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
}

function rowsIn(value: unknown, field: string): readonly unknown[] {
  const rows = fieldOf(value, field)
  return Array.isArray(rows) ? rows : []
}

interface ListingBody {
  readonly showtimes: readonly unknown[]
  readonly relatedData: Readonly<Record<string, unknown>>
}

function isListing(body: unknown): body is ListingBody {
  const { showtimes, relatedData } = (body ?? {}) as Partial<ListingBody>
  return Array.isArray(showtimes) && typeof relatedData === 'object' && relatedData !== null
}

/**
 * With the films that it shows, and without what belongs to `others`. A row whose site cannot be read may be of any
 * theater: without it, its showtime would seem to be no longer listed.
 */
function dayOfSite(
  response: UpstreamResponse,
  { showtimes, relatedData }: ListingBody,
  others: ReadonlySet<string>,
): UpstreamResponse {
  const own = showtimes.filter((row) => !idsIn(row, 'siteId').some((site) => others.has(site)))
  const shown = new Set(own.flatMap((row) => idsIn(row, 'filmId')))
  const { sites, films } = relatedData
  const related = {
    ...relatedData,
    sites: Array.isArray(sites)
      ? sites.filter((row) => !idsIn(row, 'id').some((site) => others.has(site)))
      : sites,
    films: Array.isArray(films)
      ? films.filter((row) => idsIn(row, 'id').some((film) => shown.has(film)))
      : films,
  }
  return { ...response, body: JSON.stringify({ showtimes: own, relatedData: related }) }
}
