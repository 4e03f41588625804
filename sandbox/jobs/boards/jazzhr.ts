/** JazzHR: a page with a table of all jobs, and a page for each. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { html, type Reply, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { placeText, schemaEmploymentType } from './board.ts'

/** Also for a company that has left: the status is 200. */
const unknownCompany = () =>
  html('<!doctype html><html><body><h1>Trying to apply for a job?</h1></body></html>')

export const jazzhrBoards: SandboxHost = {
  host: '*.applytojob.com',
  routes: [
    route('GET /apply', ({ subdomain, world }) => listPage(world, subdomain)),
    route('GET /apply/jobs', ({ subdomain, world }) => listPage(world, subdomain)),
    // It says 200 and has a page for people.
    route('GET /apply/jobs/rss', () => html('<!doctype html><html><body>404</body></html>')),
    route('GET /apply/{page}', ({ subdomain, world, params }) => {
      const company = companyAt(world, 'jazzhr', subdomain)
      if (company === undefined) return unknownCompany()
      const vacancy = listedVacancies(world, company).listed.find((one) => pageOf(one) === params.page)
      return vacancy === undefined
        ? html('<!doctype html><html><body>This job is closed.</body></html>', { status: 410 })
        : html(postingPage(company, vacancy))
    }),
  ],
}

function listPage(world: World, subdomain: string): Reply {
  const company = companyAt(world, 'jazzhr', subdomain)
  if (company === undefined) return unknownCompany()
  const { listed } = listedVacancies(world, company)
  const rows = listed.map((vacancy) => {
    const id = vacancy.defect === 'id' ? '' : codeOf(vacancy)
    const title = vacancy.defect === 'title' ? '' : encodeXML(vacancy.title)
    const link = `<a class="job_title_link" href="/apply/jobs/details/${pageOf(vacancy)}?&">${title}</a>`
    const [place] = vacancy.places
    const department = vacancy.variant % 4 === 0 ? encodeXML(vacancy.department) : ''
    return {
      wide: `<tr id="row_${id || 'job_'}" class="resumator_even_row"><td>
${link}<br /><span class="resumator_department">${department}</span></td><td>
	${place === undefined ? '' : encodeXML(placeText(place))}		</td></tr>`,
      narrow: `<div id="row_${id}" class="jobs_row"><div>${link}</div></div>`,
    }
  })
  return html(`<!DOCTYPE HTML><html><head><title>JazzHR &raquo; Job Listings</title></head><body id="resumator-widget-advanced">
<script type="application/ld+json">{"@type":"Organization","name":"x"}</script>
<table id="jobs_table" class="menu_table"><tbody><tr><th>Position</th><th>Location</th></tr>
${rows.map(({ wide }) => wide).join('\n')}
</tbody></table><div id="jobs_column">${rows.map(({ narrow }) => narrow).join('\n')}</div></body></html>`)
}

function postingPage(company: Company, vacancy: Vacancy): string {
  const [place] = vacancy.places
  const { pay } = vacancy
  const body = `<p>${encodeXML(vacancy.body)}</p>`
  const posting = {
    '@context': 'http://schema.org/',
    '@type': 'JobPosting',
    url: `https://${company.key}.applytojob.com/apply/${pageOf(vacancy)}/Title`,
    title: vacancy.title,
    description: body,
    datePosted: toDate(vacancy.postedDay),
    ...(vacancy.employment === undefined ? {} : { employmentType: schemaEmploymentType(vacancy) }),
    ...(vacancy.workplace === 'remote' ? { jobLocationType: 'TELECOMMUTE' } : {}),
    hiringOrganization: { '@type': 'Organization', name: company.name },
    jobLocation: {
      '@type': 'Place',
      address: {
        addressLocality: place?.city,
        addressRegion: place?.regionCode,
        addressCountry: place?.code,
      },
    },
    ...(pay
      ? {
          baseSalary: {
            currency: pay.currency,
            value: { minValue: pay.min, maxValue: pay.max, unitText: pay.period.toUpperCase() },
          },
        }
      : {}),
    uniqueJobCode: codeOf(vacancy),
  }
  const employment = {
    full: 'Full Time',
    part: 'Part Time',
    contract: 'Contracted',
    intern: 'Internship',
    temporary: 'Temporary',
    unknown: '',
  }[vacancy.employment ?? 'unknown']
  // Three in ten pages have no markup.
  const markup =
    vacancy.variant % 10 < 3
      ? ''
      : `<script type="application/ld+json">${JSON.stringify(posting).replaceAll('<', '\\u003c')}</script>`
  return `<!DOCTYPE html><html><head><title>${encodeXML(vacancy.title)}</title></head><body>
<script type="application/ld+json">{"@type":"Organization","name":"x"}</script>${markup}
<div id="resumator-job-employment" title="Type"><i class="fa"></i>${employment}</div>
<div class="description" id="job-description">${body}</div></body></html>`
}

function pageOf({ uuid }: Vacancy): string {
  return uuid.replaceAll('-', '').slice(0, 10)
}

function codeOf({ uuid, postedDay }: Vacancy): string {
  return `job_${toDate(postedDay).replaceAll('-', '')}101500_${uuid.replaceAll('-', '').slice(0, 16).toUpperCase()}`
}
