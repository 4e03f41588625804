/** Teamtailor: a JSON feed in pages, and an RSS feed with what it lacks. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, text } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies } from '../vacancies.ts'
import { careersPage, schemaEmploymentType, tagged, xml } from './board.ts'

const pageLengthMax = 100

export const teamtailorBoards: SandboxHost = {
  host: '*.teamtailor.com',
  routes: [
    route('GET /jobs.json', (request) => {
      const { subdomain, query, world } = request
      if (subdomain === unusualKeys.teamtailorEndless) return endlessFeed(Number(query.get('page') ?? 1))
      const company = companyAt(world, 'teamtailor', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const page = Number(query.get('page') ?? 1)
      const { listed } = listedVacancies(world, company)
      // `per_page` and `limit` are ignored here.
      const pageLength = subdomain === unusualKeys.teamtailorSmallPages ? 30 : pageLengthMax
      const nextHost = subdomain === unusualKeys.teamtailorForeign ? 'long' : subdomain
      const feed = json({
        version: 'https://jsonfeed.org/version/1.1',
        title: company.name,
        ...(listed.length > page * pageLength
          ? { next_url: `https://${nextHost}.teamtailor.com/jobs.json?page=${page + 1}` }
          : {}),
        items: listed.slice((page - 1) * pageLength, page * pageLength).map((vacancy) => ({
          ...(vacancy.defect === 'id' ? {} : { id: vacancy.uuid }),
          title: vacancy.defect === 'title' ? '' : vacancy.title,
          url: `https://${subdomain}.teamtailor.com/jobs/${vacancy.serial}-job`,
          date_published: `${toDate(vacancy.postedDay)}T09:26:20+01:00`,
          content_html: `<p>${encodeXML(vacancy.body)}</p>`,
          _jobposting: {
            '@type': 'JobPosting',
            identifier: { value: vacancy.serial },
            ...(vacancy.employment === undefined ? {} : { employmentType: schemaEmploymentType(vacancy) }),
            jobLocation: vacancy.places.map((place) => ({
              '@type': 'Place',
              address: {
                addressLocality: place.city,
                addressRegion: vacancy.variant % 2 === 0 ? 'Europe' : place.country,
                addressCountry: place.code,
              },
            })),
          },
        })),
      })
      return tagged(request, feed)
    }),
    route('GET /jobs.rss', (request) => {
      const { subdomain, world, query } = request
      const company = companyAt(world, 'teamtailor', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      // Pages are chosen by `offset` and `per_page`; `page` is ignored.
      const offset = Number(query.get('offset') ?? 0)
      const length = Math.min(pageLengthMax, Number(query.get('per_page') ?? pageLengthMax))
      const items = listedVacancies(world, company)
        .listed.slice(offset, offset + length)
        .map(
          (vacancy) => `<item><title>${encodeXML(vacancy.title)}</title><guid>${vacancy.uuid}</guid>
<remoteStatus>${{ onsite: 'onsite', remote: 'fully', hybrid: 'hybrid' }[vacancy.workplace ?? 'onsite']}</remoteStatus>
<tt:department>${encodeXML(vacancy.department)}</tt:department></item>`,
        )
      const feed =
        xml(`<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>${encodeXML(company.name)}</title>
${items.join('\n')}
</channel></rss>`)
      return tagged(request, feed)
    }),
    route('GET /', ({ subdomain, world }) => careersPage(world, 'teamtailor', subdomain)),
  ],
}

/** Every page has one posting and a link to the next page. */
function endlessFeed(page: number): Reply {
  const home = `https://${unusualKeys.teamtailorEndless}.teamtailor.com`
  const item = { id: `posting-${page}`, title: `Posting ${page}`, url: `${home}/jobs/${page}` }
  return json({ title: 'Endless', items: [item], next_url: `${home}/jobs.json?page=${page + 1}` })
}
