/** iCIMS: a sitemap, a search, and pages that have their content only inside a frame. */

import { encodeXML } from 'entities'
import { html, type Reply, route, type SandboxHost, text } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { xml } from './board.ts'
import { jobPostingNode, jsonLdScript, modifiedMs, withModified } from './job-posting-node.ts'

const missing = () => text('Not Found', { status: 404 })
/** Without `in_iframe=1` a page is only the frame around itself. */
const frame = () =>
  html('<!doctype html><html><body><iframe id="icims_content_iframe"></iframe></body></html>')
const cardsPerPage = 20

export const icimsBoards: SandboxHost = {
  host: '*.icims.com',
  routes: [
    route('GET /robots.txt', ({ host }) =>
      host === unusualKeys.icimsClosed ? text('User-agent: *\nDisallow: /\n') : missing(),
    ),
    route('GET /sitemap.xml', ({ host, world }) => {
      const listed = listedAt(world, host)
      if (host === unusualKeys.icimsClosed) return text('Forbidden', { status: 403 })
      if (listed === undefined || host === unusualKeys.icimsSearch) return missing()
      const pages = listed
        .filter(({ defect }) => defect !== 'id')
        .map((vacancy) => {
          const modified = new Date(modifiedMs(vacancy)).toISOString().replace('.000Z', '-00:00')
          return `<url><loc>https://${host}${pathOf(vacancy)}</loc><lastmod>${modified}</lastmod></url>`
        })
      return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${host}/jobs/search</loc></url>
${pages.join('\n')}</urlset>`)
    }),
    route('GET /jobs/search', ({ host, world, query }) => {
      const listed = listedAt(world, host)
      if (listed === undefined) return missing()
      if (query.get('in_iframe') !== '1') return frame()
      return searchPage(host, listed, Number(query.get('pr') ?? 0))
    }),
    route('GET /jobs/{id}/{words}/job', (request) => {
      const { host, world, params, query } = request
      const company = companyAt(world, 'icims', host)
      const vacancy = listedAt(world, host)?.find(({ serial }) => String(serial) === params.id)
      if (company === undefined || vacancy === undefined) return missing()
      if (query.get('in_iframe') !== '1') return frame()
      const posting = {
        ...jobPostingNode(company, vacancy),
        datePosted: datePosted(host, vacancy),
        validThrough: '2027-01-01T00:00:00.123Z',
      }
      const page = `<!doctype html><html><head><title>${encodeXML(vacancy.title)}</title>${jsonLdScript(posting)}</head><body></body></html>`
      return withModified(request, modifiedMs(vacancy), html(page))
    }),
  ],
}

function listedAt(world: World, host: string): readonly Vacancy[] | undefined {
  const company = companyAt(world, 'icims', host)
  return company && listedVacancies(world, company).listed
}

function pathOf({ serial, title }: Vacancy): string {
  const words = title.toLowerCase().match(/[a-z]+/g) ?? ['job']
  return `/jobs/${serial}/${words.join('-')}/job`
}

/** Some sites make it up. */
function datePosted(host: string, { postedDay }: Vacancy): string {
  if (host === unusualKeys.icimsSearch) return '2024-11-15T06:12:13.417Z'
  return `${new Date(postedDay * 86_400_000).toISOString().slice(0, 10)}T04:00:00.000Z`
}

/** Past the last page: no cards, and status 200. */
function searchPage(host: string, listed: readonly Vacancy[], page: number): Reply {
  const cards = listed.slice(page * cardsPerPage, (page + 1) * cardsPerPage).map((vacancy) => {
    const [place] = vacancy.places
    const title = vacancy.defect === 'title' ? '' : encodeXML(vacancy.title)
    const id = vacancy.defect === 'id' ? '' : vacancy.serial
    const path = vacancy.defect === 'id' ? '/jobs/' : pathOf(vacancy)
    return `<li class="iCIMS_JobCardItem"><div class="row">
<div class="header left"><span class="sr-only field-label">Job Locations</span><span>
${place?.code}-${place?.regionCode}-${place?.city}</span></div>
<div class="title"><a href="https://${host}${path}?in_iframe=1" class="iCIMS_Anchor"><span class="sr-only field-label">Title</span><h3>
${title}</h3></a></div>
<dl class="iCIMS_JobHeaderGroup"><div class="iCIMS_JobHeaderTag"><dt class="iCIMS_JobHeaderField">Job ID</dt><dd class="iCIMS_JobHeaderData"><span>2026-${id}</span></dd></div>
<div class="iCIMS_JobHeaderTag"><dt class="iCIMS_JobHeaderField">Category</dt><dd class="iCIMS_JobHeaderData"><span>${encodeXML(vacancy.department)}</span></dd></div></dl></div></li>`
  })
  const foreign = `<li class="iCIMS_JobCardItem"><a href="https://elsewhere.example/jobs/9/x/job" class="iCIMS_Anchor"><h3>Another site</h3></a></li>`
  return html(
    `<!doctype html><html><body><ul class="iCIMS_JobsTable">${cards.join('\n')}${page === 0 ? foreign : ''}</ul></body></html>`,
  )
}
