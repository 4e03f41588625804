/** Teamtailor: a JSON feed in pages, and an RSS feed with what it lacks. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost, text } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { listedVacancies } from '../vacancies.ts'
import { schemaEmploymentType, xml } from './board.ts'

const pageLength = 100

export const teamtailorBoards: SandboxHost = {
  host: '*.teamtailor.com',
  routes: [
    route('GET /jobs.json', ({ subdomain, query, world }) => {
      const company = companyAt('teamtailor', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const page = Number(query.get('page') ?? 1)
      const { listed } = listedVacancies(world, company)
      return json({
        version: 'https://jsonfeed.org/version/1.1',
        title: company.name,
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
                addressRegion: vacancy.serial % 2 === 0 ? 'Europe' : place.country,
                addressCountry: place.code,
              },
            })),
          },
        })),
      })
    }),
    route('GET /jobs.rss', ({ subdomain, world }) => {
      const company = companyAt('teamtailor', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const items = listedVacancies(world, company)
        .listed.slice(0, pageLength)
        .map(
          (vacancy) => `<item><title>${encodeXML(vacancy.title)}</title><guid>${vacancy.uuid}</guid>
<remoteStatus>${{ onsite: 'onsite', remote: 'fully', hybrid: 'hybrid' }[vacancy.workplace ?? 'onsite']}</remoteStatus>
<tt:department>${encodeXML(vacancy.department)}</tt:department></item>`,
        )
      return xml(`<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>${encodeXML(company.name)}</title>
${items.join('\n')}
</channel></rss>`)
    }),
  ],
}
