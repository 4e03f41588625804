/** iCIMS: sites with a sitemap and pages, which say their posting only where they are shown inside another page. */

import type { JsonLdNode } from '../../../../../core/parse/json-ld.ts'
import { parseHtml } from '../../../../../core/parse/parse-html.ts'
import { unreadable } from '../../../../../core/parse/parse-limits.ts'
import type { RawPlace } from '../../../normalise/places/places.ts'
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

export const icims = defineCareerSite({
  id: 'icims',
  about: {
    name: 'iCIMS',
    home: 'https://www.icims.com',
    terms: 'Public pages of a career site, whose sitemap lists its postings for search engines.',
  },
  baseUrl: 'https://www.icims.com',
  polite: { atOnce: 1, gapMs: 1000 },
  statusRules: boardStatusRules({ vendorSites: ['icims.com'] }),
  idOf: postingIdOf,
  search: { url: (home, page) => `${home}/jobs/search?ss=1&in_iframe=1&pr=${page}`, read: readSearch },
  pageUrl: (url) => `${url}${url.includes('?') ? '&' : '?'}in_iframe=1`,
  describe,
})

/** `/jobs/{number}/{words}/job` */
function postingIdOf(path: string): string {
  const [, jobs, id = '', , job, ...rest] = path.split('/')
  return jobs === 'jobs' && job === 'job' && rest.length === 0 && /^\d{1,15}$/.test(id) ? id : ''
}

function readSearch(page: string, home: string): SearchPage {
  rejectCutOff(page)
  const $ = parseHtml(page)
  const cards = $('li.iCIMS_JobCardItem').toArray()
  if (cards.length === 0 && !page.includes('iCIMS_')) throw unreadable('it has no cards of postings')
  return {
    rows: cards.flatMap((element): ListedPosting[] => {
      const card = $(element)
      const link = card.find('a.iCIMS_Anchor').first()
      const url = ownUrl(link.attr('href') ?? '', home)
      if (url === undefined) return []
      const labels = card.find('.field-label, .iCIMS_JobHeaderField').toArray()
      const fields = new Map(labels.map((label) => [$(label).text().trim(), $(label).next().text().trim()]))
      const fieldOf = (pattern: RegExp) => [...fields].find(([name]) => pattern.test(name))?.[1]
      return [
        {
          url,
          title: link.find('h3').first().text(),
          places: (fieldOf(/^(?:job )?locations?$/i) ?? '').split('|').map(placeOf),
          department: fieldOf(/^category$/i),
          requisitionId: fieldOf(/^(?:job )?id$/i),
        },
      ]
    }),
  }
}

/** `US-CA-Fontana`: the country first. */
function placeOf(text: string): string {
  const [country = '', ...parts] = text.trim().split('-')
  return /^[A-Z]{2}$/.test(country) ? [...parts.toReversed(), country].join(', ') : text.trim()
}

const placeholder = /^unavailable$/i

function withoutPlaceholders(place: RawPlace): RawPlace {
  const stated = (text: string | null | undefined) =>
    placeholder.test(text?.trim() ?? '') ? undefined : text
  const { text, city, region, country } = place
  return { text: stated(text), city: stated(city), region: stated(region), country: stated(country) }
}

/**
 * On a fifth of the sites the date is made up at each request, two years before it, with odd milliseconds. Pay without a
 * period is per hour up to 1,000.
 */
function describe(node: JsonLdNode, url: string): RawPosting {
  const posting = toRawPosting(url, node)
  const posted = posting.posted?.toString() ?? ''
  return {
    ...posting,
    places: posting.places.map(withoutPlaceholders),
    pay: posting.pay?.map((pay) => ({ ...pay, hourlyBelow: 1001 })) ?? [],
    posted: /^\d{4}-\d{2}-\d{2}(?:$|T[0-9:]{5,8}\.000Z$)/.test(posted) ? posted : undefined,
  }
}
