/** Career sites: a sitemap, and pages with schema.org markup. */

import { gzipSync } from 'node:zlib'
import { encodeXML } from 'entities'
import { html, type Reply, route, type SandboxHost, text } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { careersPage, redirect, xml } from './board.ts'
import { jobPostingNode, jsonLdScript } from './job-posting-node.ts'

export const careerSites: SandboxHost = {
  host: '*.careers.example',
  routes: [
    route('GET /robots.txt', ({ host }) =>
      host === unusualKeys.siteNestedMaps
        ? text(`User-agent: *\nDisallow: /admin/\nSitemap: https://${host}/sitemap-index.xml\n`)
        : text('Not Found', { status: 404 }),
    ),
    route('GET /sitemap.xml', ({ host, world }) => {
      if (host === unusualKeys.siteRedirectLoop) return redirect(301, `https://${host}/sitemap.xml`)
      // As WordPress does.
      if (host === unusualKeys.siteNestedMaps) return redirect(302, `https://${host}/sitemap-index.xml`)
      if (host === unusualKeys.siteMapOfItself) return sitemapIndex([`https://${host}/sitemap.xml`])
      if (host === unusualKeys.siteManyMaps)
        return sitemapIndex(Array.from({ length: 1000 }, (_, at) => `https://${host}/maps/${at}.xml`))
      const company = companyAt(world, 'jobposting', host)
      return company === undefined
        ? text('Not Found', { status: 404 })
        : sitemap(host, postingsOf(world, company))
    }),
    route('GET /sitemap-index.xml', ({ host }) => sitemapIndex([`https://${host}/maps/jobs.xml`])),
    route('GET /maps/jobs.xml', ({ host }) => redirect(301, `https://${host}/maps/jobs-index.xml`)),
    route('GET /maps/jobs-index.xml', ({ host }) =>
      sitemapIndex([`https://${host}/maps/jobs-1.xml.gz`, `https://${host}/sitemap-index.xml`]),
    ),
    // Compressed, and no header says so.
    route('GET /maps/jobs-1.xml.gz', ({ host, world }) => {
      const company = companyAt(world, 'jobposting', host)
      const { body } = sitemap(host, company === undefined ? [] : postingsOf(world, company))
      return { headers: { 'content-type': 'application/gzip' }, body: gzipSync(String(body)) }
    }),
    route('GET /maps/{at}.xml', ({ host, params }) => sitemap(host, [{ serial: Number(params.at) }])),
    route('GET /', ({ host, world }) => careersPage(world, 'jobposting', host)),
    route('GET /jobs/{serial}', ({ params, host, url, world }) => {
      // Old addresses lead to the new ones.
      if (url.search === '' && host === unusualKeys.siteNestedMaps)
        return redirect(301, `https://${host}/jobs/${params.serial}?in_iframe=1`)
      const company = companyAt(world, 'jobposting', host)
      const vacancy =
        company &&
        listedVacancies(world, company).listed.find(({ serial }) => String(serial) === params.serial)
      if (company === undefined || vacancy === undefined)
        return html('<!doctype html><title>Gone</title>', { status: 410 })
      const script = jsonLdScript(jobPostingNode(company, vacancy), 'application/ld&#x2B;json')
      return html(`<!doctype html><html><head><title>${encodeXML(vacancy.title)}</title>
<script type="application/ld+json">{"@type":"Organization","name":"x"}</script>
${script}</head><body></body></html>`)
    }),
  ],
}

function postingsOf(world: World, company: Company): Vacancy[] {
  return listedVacancies(world, company).listed.filter(({ defect }) => defect !== 'id')
}

function sitemap(host: string, postings: readonly Pick<Vacancy, 'serial'>[]): Reply {
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${host}/about</loc></url>
${postings.map(({ serial }) => `<url><loc>https://${host}/jobs/${serial}?utm_source=map</loc></url>`).join('\n')}
</urlset>`)
}

function sitemapIndex(urls: readonly string[]): Reply {
  const maps = urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`)
  return xml(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('\n')}</sitemapindex>`,
  )
}
