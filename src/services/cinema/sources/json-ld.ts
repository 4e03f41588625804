/** schema.org JSON-LD: whatever a cinema's own pages say about their screenings to search engines. */

import { Type } from 'typebox'
import { parseHtml } from '../../../core/parse-html.ts'
import type { MapContext } from '../../../sync/source.ts'
import type { CinemaRecord } from '../schema/records.ts'
import { type CinemaMember, toCapabilities } from './cinema-directory.ts'
import { defineCinemaSource } from './define-cinema-source.ts'
import { parseJsonLdPages } from './json-ld-nodes.ts'
import { toScreenings } from './json-ld-screenings.ts'
import { toHorizon } from './record-builders.ts'

const pagesMax = 80

export const jsonLd = defineCinemaSource({
  id: 'json-ld',
  about: {
    name: 'schema.org JSON-LD',
    home: 'https://schema.org/ScreeningEvent',
    terms: 'Markup that venues publish for machines to read; robots rules and pace are kept.',
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

  async *fetch({ http, member, signal }) {
    const get = async (url: string) => {
      const answer = await http.request(url, { signal, headers: { accept: 'text/html' } })
      return { kind: 'page', url, fetchedAt: answer.receivedAt, body: answer.body }
    }
    const first = (member.options.pages ?? '/')
      .split(/\s+/)
      .map((path) => new URL(path, `${member.base}/`).href)
    const seen = new Set<string>()
    for (const url of first) {
      const page = await get(url)
      seen.add(url)
      yield page
      for (const link of linksIn(page.body, url, member)) {
        if (seen.has(link) || seen.size >= pagesMax) continue
        seen.add(link)
        yield await get(link)
      }
    }
  },

  *toRecords(answers, context: MapContext<CinemaMember>): Generator<CinemaRecord> {
    const nodes = parseJsonLdPages(answers, context.drop)
    const { theater, films, showtimes, availabilities, prices } = toScreenings(nodes, context)
    yield theater
    const days = showtimes.map(({ businessDate }) => businessDate)
    const horizon = toHorizon(context.member.site, days, 'probed')
    if (horizon !== undefined) yield horizon
    yield* films
    yield* showtimes
    yield* availabilities
    yield* prices
  },
})

/** Pages of the same host below the path the member file names; none when it names none. */
function linksIn(html: string, base: string, { options }: CinemaMember): string[] {
  const { follow } = options
  if (follow === undefined) return []
  const $ = parseHtml(html)
  const links = $('a[href]')
    .toArray()
    .map((link) => URL.parse($(link).attr('href') ?? '', base))
    .filter((url) => url !== null && url.host === new URL(base).host && url.pathname.startsWith(follow))
    .map((url) => {
      const plain = new URL(url?.href ?? base)
      plain.hash = ''
      return plain.href
    })
  return [...new Set(links)]
}
