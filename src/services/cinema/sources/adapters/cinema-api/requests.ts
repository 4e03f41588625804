/** Requests to Cinema API: the shows and films of a country once per run, then seats and the price of single shows. */

import { Failure } from '../../../../../core/errors.ts'
import type { SharedWork, UpstreamResponse } from '../../../../../sync/source.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import {
  type CinemaFetchContext,
  failedPart,
  type LiveContext,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { idsIn, tryParseJson } from '../../field-values.ts'
import { withSession } from '../../records/seat-plan-records.ts'
import { fetchOncePerRun } from '../../share-installation.ts'

const pagesMax = 20

interface Place {
  readonly country: string
  readonly language: string
  readonly system: string
}

/** Each country has a language and a ticketing system of its own. */
export function placeOf({ address }: CinemaMember): Place {
  return address.country === 'NO'
    ? { country: 'no', language: 'no', system: 'Sys99-NO' }
    : { country: 'se', language: 'sv', system: 'Sys99-SE' }
}

/** The shows of a country are requested once per run, and each theater takes its own. */
export async function* fetchShows(context: CinemaFetchContext): AsyncGenerator<UpstreamResponse> {
  const { member } = context
  const { country } = placeOf(member)
  const { pages, isCut } = await fetchOncePerRun(context, `shows ${country}`, (work) =>
    fetchPages(work, member),
  )
  for (const { response, bySite } of pages) {
    const items = bySite?.get(member.site)
    yield bySite === undefined ? response : { ...response, body: JSON.stringify({ items: items ?? [] }) }
  }
  if (isCut)
    yield failedPart(
      context,
      'shows',
      new Failure('upstream_changed', 'The source lists more shows than it returns.'),
      'all',
    )
}

interface Page {
  readonly response: UpstreamResponse
  /** Undefined if the response has another shape. */
  readonly bySite: Map<string, unknown[]> | undefined
}

async function fetchPages(
  { http, signal }: SharedWork,
  member: CinemaMember,
): Promise<{ readonly pages: readonly Page[]; readonly isCut: boolean }> {
  const { country, language } = placeOf(member)
  const pages: Page[] = []
  let count = 0
  for (let page = 1; page <= pagesMax; page++) {
    const url = `${member.base}/show/stripped/${language}/${page}/1024/?CountryAlias=${country}&Channel=Web`
    const response = toUpstreamResponse('shows', await http.request(url, { signal, group: 'listings' }))
    const { items, totalNbrOfItems }: { items?: unknown; totalNbrOfItems?: unknown } =
      tryParseJson(response.body) ?? {}
    const rows: unknown[] | undefined = Array.isArray(items) ? items : undefined
    pages.push({
      response: { ...response, body: rows ? '' : response.body },
      bySite: rows && groupBySite(rows),
    })
    count += rows?.length ?? 0
    if (rows === undefined || count >= Number(totalNbrOfItems ?? 0)) return { pages, isCut: false }
    if (rows.length === 0) break
  }
  return { pages, isCut: true }
}

function groupBySite(rows: readonly unknown[]): Map<string, unknown[]> {
  return Map.groupBy(rows, (row) => idsIn(row, 'cId')[0] ?? '')
}

/** The films of a country are requested once per run and saved in part. */
export async function fetchFilms(
  context: CinemaFetchContext,
  wanted: ReadonlySet<string>,
): Promise<UpstreamResponse> {
  const { member } = context
  const { country, language } = placeOf(member)
  const films = await fetchOncePerRun(context, `films ${country}`, async ({ http, signal }) => {
    const url = `${member.base}/movie/scheduled/${language}/1/1024/false`
    return toUpstreamResponse('films', await http.request(url, { signal, group: 'listings' }))
  })
  const items: unknown = tryParseJson(films.body)?.items
  if (!Array.isArray(items)) return films
  const shown = items.filter((row) => idsIn(row, 'ncgId').some((id) => wanted.has(id)))
  return { ...films, body: JSON.stringify({ items: shown }) }
}

/** A show names its layout. Layouts are large, and the shows of an auditorium share one: each is requested once. */
export function createPlanClient({ http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>) {
  const { language, system } = placeOf(member)
  const get = async (kind: string, path: string, session = '') => {
    const url = `${member.base}/${path}`
    const response = await http.request(url, { signal, group: 'seats' })
    return toUpstreamResponse(kind, response, withSession(url, session))
  }
  const show = (session: string) =>
    get('show', `show/${system}/${encodeURIComponent(session)}/${language}`, session)
  const layouts = new Set<string>()
  return {
    show,
    async *plan(session: string): AsyncGenerator<UpstreamResponse> {
      const details = await show(session)
      yield details
      const [layout] = idsIn(tryParseJson(details.body), 'auditoriumLayoutId')
      if (layout === undefined) return
      if (!layouts.has(layout))
        yield await get('layout', `screen/layout/${language}/${encodeURIComponent(layout)}`)
      layouts.add(layout)
      yield await get('seats', `show/ticketstatus/${system}/${encodeURIComponent(session)}/`, session)
    },
  }
}
