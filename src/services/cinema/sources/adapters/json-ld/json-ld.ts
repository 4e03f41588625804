/** schema.org JSON-LD: the screenings that a cinema's own pages mark up for search engines. */

import { Type } from 'typebox'
import { Failure } from '../../../../../core/errors.ts'
import { isCutOff } from '../../../../../core/parse/is-cut-off.ts'
import { parseJsonLd } from '../../../../../core/parse/json-ld.ts'
import { parseHtml } from '../../../../../core/parse/parse-html.ts'
import { toCapabilities } from '../../../schema/index.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { defineCinemaSource, failedPart, toUpstreamResponse } from '../../define-cinema-source.ts'
import { bodiesOf } from '../../field-values.ts'
import { toListingRecords } from '../../records/listing-records.ts'
import { toScreenings } from './json-ld-screenings.ts'

const pagesMax = 80
/** On one page. */
const linksMax = 2000

export const jsonLd = defineCinemaSource({
  id: 'json-ld',
  about: {
    name: 'schema.org JSON-LD',
    home: 'https://schema.org/ScreeningEvent',
    terms: 'Markup that venues publish for machines; robots.txt and rate limits are respected.',
  },
  baseUrl: 'https://schema.org',
  everyMinutes: 360,
  polite: { atOnce: 1, gapMs: 1000 },
  gate: 'none',
  capabilities: toCapabilities(
    ['showtimes', 'prices', 'occupancy_rate', 'occupancy_counts', 'booking_url'],
    false,
  ),
  grade: 'count',
  horizon: { maxDays: 30, source: 'probed' },
  limitations: ['whatever_the_venue_marks_up'],
  seatCalls: 0,
  raw: { page: Type.String() },

  async *fetch(context) {
    const { http, member, signal } = context
    const headers = { accept: 'text/html' }
    const get = async (url: string) => {
      const response = await http.request(url, { signal, headers })
      if (isCutOff(response.body)) throw new Failure('upstream_changed', 'The page is cut off.')
      return toUpstreamResponse('page', response, url)
    }
    const startPages = (member.options.pages ?? '/')
      .split(/\s+/)
      .map((path) => new URL(path, `${member.base}/`).href)
    const seen = new Set<string>()
    let unread = 0
    for (const url of startPages) {
      const page = await get(url)
      seen.add(url)
      yield page
      const { links, ignored } = linksIn(page.body, url, member)
      unread += ignored
      for (const link of links) {
        if (seen.has(link)) continue
        if (seen.size >= pagesMax) unread += 1
        else {
          seen.add(link)
          yield await get(link)
        }
      }
    }
    if (unread > 0) {
      const failure = new Failure('upstream_changed', `${unread} links beyond the limit were not followed.`)
      yield failedPart(context, 'pages', failure, 'all')
    }
  },

  *toRecords(responses, context) {
    const pages = bodiesOf<string>(responses, 'page').map((body) =>
      parseJsonLd(body, () => context.drop('a block that is not JSON')),
    )
    const { availabilities, prices, ...listing } = toScreenings(pages, context)
    yield* toListingRecords(context.member, listing)
    yield* availabilities
    yield* prices
  },
})

/** Links on the same host below the member's `follow` path, and the number of links at which nobody looked. */
function linksIn(
  html: string,
  base: string,
  { options }: CinemaMember,
): { readonly links: readonly string[]; readonly ignored: number } {
  const { follow } = options
  if (follow === undefined) return { links: [], ignored: 0 }
  const $ = parseHtml(html)
  const { host } = new URL(base)
  const all = $('a[href]').toArray()
  const links = all
    .slice(0, linksMax)
    .map((link) => URL.parse($(link).attr('href') ?? '', base))
    .filter((url) => url !== null && url.host === host && url.pathname.startsWith(follow))
    .map((url) => {
      const plain = new URL(url?.href ?? base)
      plain.hash = ''
      return plain.href
    })
  return { links: [...new Set(links)], ignored: Math.max(0, all.length - linksMax) }
}
