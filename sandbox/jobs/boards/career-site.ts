/** Career sites: a sitemap, and pages with schema.org markup. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { html, route, type SandboxHost, text } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { listedVacancies } from '../vacancies.ts'
import { schemaEmploymentType, xml } from './board.ts'

export const careerSites: SandboxHost = {
  host: '*.careers.example',
  routes: [
    route('GET /sitemap.xml', ({ subdomain, world }) => {
      const company = companyAt('jobposting', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const home = `https://${subdomain}.careers.example`
      const pages = listedVacancies(world, company).listed.filter(({ defect }) => defect !== 'id')
      return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${home}/about</loc></url>
${pages.map(({ serial }) => `<url><loc>${home}/jobs/${serial}?utm_source=map</loc></url>`).join('\n')}
</urlset>`)
    }),
    route('GET /jobs/{serial}', ({ params, subdomain, world }) => {
      const company = companyAt('jobposting', subdomain)
      const vacancy =
        company &&
        listedVacancies(world, company).listed.find(({ serial }) => String(serial) === params.serial)
      if (vacancy === undefined) return html('<!doctype html><title>Gone</title>', { status: 410 })
      const { pay } = vacancy
      const posting = {
        '@context': 'https://schema.org/',
        '@type': 'JobPosting',
        title: vacancy.defect === 'title' ? '' : vacancy.title,
        description: `<p>${encodeXML(vacancy.body)}</p>`,
        identifier: { '@type': 'PropertyValue', name: company?.name, value: vacancy.serial },
        datePosted: toDate(vacancy.postedDay),
        hiringOrganization:
          vacancy.serial % 5 === 0 ? company?.name : { '@type': 'Organization', name: company?.name },
        occupationalCategory: vacancy.department,
        ...(vacancy.employment === undefined ? {} : { employmentType: schemaEmploymentType(vacancy) }),
        ...(vacancy.workplace === 'remote' ? { jobLocationType: 'TELECOMMUTE' } : {}),
        jobLocation: vacancy.places.map((place) => ({
          '@type': 'Place',
          address: {
            '@type': 'PostalAddress',
            addressLocality: place.city,
            addressRegion: place.regionCode,
            addressCountry: place.code,
          },
        })),
        ...(pay
          ? {
              baseSalary: {
                currency: pay.currency,
                value: { minValue: pay.min, maxValue: pay.max, unitText: pay.period.toUpperCase() },
              },
            }
          : {}),
      }
      const data = JSON.stringify(posting).replaceAll('<', '\\u003c')
      return html(`<!doctype html><html><head><title>${encodeXML(vacancy.title)}</title>
<script type="application/ld+json">{"@type":"Organization","name":"x"}</script>
<script type="application/ld&#x2B;json" nonce="n">${data}</script></head><body></body></html>`)
    }),
  ],
}
