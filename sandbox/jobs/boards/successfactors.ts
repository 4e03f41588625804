/** SuccessFactors: a sitemap, which some sites have as a feed, a search in pages, and pages of postings as microdata. */

import { encodeXML } from 'entities'
import { startOf } from '../../calendar.ts'
import { html, type Reply, route, type SandboxHost, text } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { schemaEmploymentType, xml } from './board.ts'
import { jobPostingNode, jsonLdScript, modifiedMs, withModified } from './job-posting-node.ts'

const missing = () => text('Not Found', { status: 404 })
const rowsPerPage = 25

export const successfactorsBoards: SandboxHost = {
  host: '*.jobs2web.com',
  routes: [
    route('GET /robots.txt', ({ host }) =>
      text(`User-agent: *\nDisallow: /apply/\nSitemap: https://${host}/sitemap.xml\n`),
    ),
    route('GET /sitemap.xml', ({ host, world }) => {
      const company = companyAt(world, 'successfactors', host)
      if (company === undefined || host === unusualKeys.successfactorsSearch) return missing()
      const listed = listedVacancies(world, company).listed.filter(({ defect }) => defect !== 'id')
      return host === unusualKeys.successfactorsFeed ? feed(company, listed) : sitemap(host, listed)
    }),
    route('GET /search/', ({ host, world, query }) => {
      const company = companyAt(world, 'successfactors', host)
      if (company === undefined) return missing()
      const { listed, total } = listedVacancies(world, company)
      return searchPage(listed, total, Number(query.get('startrow') ?? 0))
    }),
    route('GET /job/{words}/{id}/', (request) => {
      const { host, world, params } = request
      const company = companyAt(world, 'successfactors', host)
      const vacancy = company && find(world, company, params.id)
      if (company === undefined || vacancy === undefined) return missing()
      return withModified(request, modifiedMs(vacancy), postingPage(company, vacancy))
    }),
  ],
}

function find(world: World, company: Company, id: string): Vacancy | undefined {
  return listedVacancies(world, company).listed.find(({ serial }) => String(serial) === id)
}

/** As in the real ones: place, title and postal code. */
function pathOf({ serial, title, places: [place] }: Vacancy): string {
  const words = `${place?.city} ${title} ${place?.regionCode}`.match(/[A-Za-z]+/g) ?? []
  return `/job/${words.join('-')}/${serial}/`
}

function placeText({ places: [place] }: Vacancy): string {
  return `${place?.city.toUpperCase()}, ${place?.regionCode}, ${place?.code}, 60654-4203`
}

function sitemap(host: string, listed: readonly Vacancy[]): Reply {
  const pages = listed.map((vacancy) => {
    const modified = new Date(modifiedMs(vacancy)).toISOString()
    return `<url><loc>https://${host}${pathOf(vacancy)}</loc><lastmod>${modified}</lastmod></url>`
  })
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${host}/</loc></url>
${pages.join('\n')}</urlset>`)
}

function feed({ key, name }: Company, listed: readonly Vacancy[]): Reply {
  const items = listed.map((vacancy) => {
    const link = `https://${key}${pathOf(vacancy)}?feedId=null&amp;utm_source=J2WRSS`
    // With a one-digit hour.
    const date = new Date(startOf(vacancy.postedDay)).toUTCString().replace('00:00:00', '7:00:00')
    return `<item><title><![CDATA[${vacancy.defect === 'title' ? '' : vacancy.title}]]></title><description>${encodeXML(`<p>${encodeXML(vacancy.body)}</p>`)}</description>
<pubDate>${date}</pubDate><link>${link}</link><guid>${link}</guid><g:id>${vacancy.serial}</g:id><g:location>${encodeXML(placeText(vacancy))}</g:location><g:employer>${encodeXML(name)}</g:employer><g:job_function>${encodeXML(vacancy.department)}</g:job_function></item>`
  })
  return xml(
    `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>${encodeXML(name)}</title>${items.join('\n')}</channel></rss>`,
  )
}

function searchPage(listed: readonly Vacancy[], total: number, start: number): Reply {
  const rows = listed.slice(start, start + rowsPerPage).map((vacancy) => {
    const title = vacancy.defect === 'title' ? '' : encodeXML(vacancy.title)
    const link = `<a href="${vacancy.defect === 'id' ? '/job/' : pathOf(vacancy)}" class="jobTitle-link">${title}</a>`
    const more = vacancy.places.length > 1 ? ` +${vacancy.places.length - 1} more&hellip;` : ''
    return `<tr class="data-row"><td class="colTitle"><span class="jobTitle hidden-phone">${link}</span></td>
<td class="colLocation"><span class="jobLocation">${encodeXML(placeText(vacancy))}${more}</span></td>
<td><span class="jobTitle visible-phone">${link}</span></td></tr>`
  })
  const label = `<span class="paginationLabel">Results <b>${start + 1} – ${start + rows.length}</b> of <b>${total}</b></span>`
  const none = rows.length === 0 ? '<div id="noresults"></div>' : ''
  return html(
    `<!doctype html><html><body>${label}${none}<table id="searchresults"><tbody>${rows.join('\n')}</tbody></table></body></html>`,
  )
}

/** Some pages have JSON-LD in place of microdata. */
function postingPage(company: Company, vacancy: Vacancy): Reply {
  const title = vacancy.defect === 'title' ? '' : encodeXML(vacancy.title)
  const body = `<p>${encodeXML(vacancy.body)}</p>`
  if (vacancy.variant % 3 === 0)
    return html(
      `<!doctype html><html><head>${jsonLdScript(jobPostingNode(company, vacancy))}</head><body>${body}</body></html>`,
    )
  const employment = vacancy.employment === undefined ? '' : schemaEmploymentType(vacancy)
  // As Java writes dates.
  const [day, date, month, year] = new Date(startOf(vacancy.postedDay)).toUTCString().split(/[, ]+/)
  return html(`<!doctype html><html><head><title>${title}</title></head><body>
<div class="jobDisplay" itemscope itemtype="http://schema.org/JobPosting"><h1 id="job-title" itemprop="title">${title}</h1>
<meta itemprop="datePosted" content="${day} ${month} ${date} 02:00:00 UTC ${year}"><meta itemprop="hiringOrganization" content="${encodeXML(company.name)}">
<meta itemprop="employmentType" content="${employment}"><meta itemprop="industry" content="${encodeXML(vacancy.department)}">
${vacancy.workplace === 'remote' ? '<meta itemprop="jobLocationType" content="TELECOMMUTE">' : ''}
<p id="job-location"><span itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="streetAddress" content="${encodeXML(placeText(vacancy))}"></span></span></p>
<span itemprop="description" class="jobdescription">${body}</span></div></body></html>`)
}
