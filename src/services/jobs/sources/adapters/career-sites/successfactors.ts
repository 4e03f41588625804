/** SuccessFactors: career sites on hosts of the employers, most with a sitemap, some with a feed in its place. */

import type { JsonLdNode } from '../../../../../core/parse/json-ld.ts'
import { parseHtml } from '../../../../../core/parse/parse-html.ts'
import { unreadable } from '../../../../../core/parse/parse-limits.ts'
import type { RawPosting } from '../../../normalise/to-posting.ts'
import { boardStatusRules } from '../../board-statuses.ts'
import {
  defineCareerSite,
  type ListedPosting,
  ownUrl,
  rejectCutOff,
  type SearchPage,
} from '../../define-career-site.ts'
import { toRawPosting } from '../../formats/jobposting-node.ts'
import { childNodes, childText, parseXml } from '../../formats/xml.ts'

export const successfactors = defineCareerSite({
  id: 'successfactors',
  about: {
    name: 'SuccessFactors',
    home: 'https://www.sap.com/products/hcm/recruiting-software.html',
    terms: 'Public pages of a career site, whose sitemap lists its postings for search engines.',
  },
  baseUrl: 'https://www.jobs2web.com',
  polite: { atOnce: 1, gapMs: 1000 },
  statusRules: boardStatusRules({ vendorSites: ['successfactors.com', 'successfactors.eu', 'jobs2web.com'] }),
  idOf: postingIdOf,
  search: { url: (home, _page, found) => `${home}/search/?q=&startrow=${found}`, read: readSearch },
  feed: { isFeed: (body) => body.slice(0, 1000).includes('<rss'), read: readFeed },
  describe,
})

/** `/job/{words}/{number}/`, also below the name of a brand, and with a language after the number. */
function postingIdOf(path: string): string {
  const segments = path.split('/')
  const at = segments.lastIndexOf('job')
  const isPosting = at >= 0 && segments.length - at <= 4
  return isPosting ? (/^(\d{4,15})(?:-[a-z]{2}_[A-Z]{2})?$/.exec(segments[at + 2] ?? '')?.[1] ?? '') : ''
}

/** Sites whose search is a script have no rows that can be read. */
function readSearch(page: string, home: string): SearchPage {
  rejectCutOff(page)
  const $ = parseHtml(page)
  const rows = $('tr.data-row')
    .toArray()
    .flatMap((element) => {
      const row = $(element)
      // The row has its title once more for narrow screens.
      const link = row.find('a.jobTitle-link').first()
      const url = ownUrl(link.attr('href') ?? '', home)
      const place = row.find('.jobLocation').first().text()
      return url === undefined ? [] : [{ url, title: link.text(), places: [placeOf(place)] }]
    })
  if (rows.length === 0 && !page.includes('noresults')) throw unreadable('it has no rows of postings')
  const total = Number(
    $('.paginationLabel b')
      .last()
      .text()
      .replace(/[.,\s]/g, ''),
  )
  return { rows, total: total > 0 ? total : undefined }
}

/** The feed of a site, or its sitemap in the form of a feed for search engines, which has fields of its own. */
function readFeed(feed: string, home: string): ListedPosting[] {
  const channel = childNodes(parseXml(feed, 'rss'), 'channel')[0]
  return childNodes(channel, 'item').map((item) => {
    const { title, place } = splitTitle(childText(item, 'title') ?? '', childText(item, 'g:location'))
    return {
      url: ownUrl(childText(item, 'link') ?? '', home) ?? '',
      title,
      places: [placeOf(place)],
      company: childText(item, 'g:employer'),
      department: childText(item, 'g:job_function'),
      posted: toInstant(childText(item, 'pubDate')),
      body: childText(item, 'description'),
    }
  })
}

/** `Welder (Toledo, OH, US, 43604)`: feeds for readers have the place after the title. */
function splitTitle(text: string, location: string | undefined): { title: string; place: string } {
  const at = text.lastIndexOf('(')
  if (location !== undefined || at <= 0 || !text.endsWith(')')) return { title: text, place: location ?? '' }
  return { title: text.slice(0, at), place: text.slice(at + 1, -1) }
}

/** `CHICAGO, IL, US, 60654-4203 +1 more…`: without the postal code, and without what is not said. */
function placeOf(text: string): string {
  const [first = ''] = text.split(/\+\d+ more/, 1)
  const parts = first.split(',').map((part) => part.replace(/\s+/g, ' ').trim())
  return parts.filter((part, at) => part !== '' && (at === 0 || !/\d/.test(part))).join(', ')
}

/** `Fri, 02 Oct 2026 7:00:00 GMT` in feeds, `Fri Oct 02 02:00:00 UTC 2026` in pages. */
function toInstant(text: string | undefined): string | number | undefined {
  const ms = /^[A-Z][a-z]{2}[ ,]/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  return Number.isNaN(ms) ? text : ms
}

function describe(node: JsonLdNode, url: string): RawPosting {
  const posting = toRawPosting(url, node)
  return {
    ...posting,
    places: posting.places.map((place) => ({ ...place, text: placeOf(place.text ?? '') })),
    posted: toInstant(posting.posted?.toString()),
  }
}
