/** BambooHR: a list of openings, the details of each, and a page for embedding. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { html, json, route, type SandboxHost } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { board, employmentLabel, redirect } from './board.ts'

const toVendor = () => redirect(302, 'https://www.bamboohr.com/')
const forbidden = () => html('<!doctype html><title>Forbidden</title>', { status: 403 })

export const bamboohrBoards: SandboxHost = {
  host: '*.bamboohr.com',
  routes: [
    route('GET /careers/list', ({ subdomain, world }) => {
      if (subdomain === unusualKeys.bamboohrRefused) return forbidden()
      if (subdomain === unusualKeys.bamboohrEmbed) return toVendor()
      return board('bamboohr', world, subdomain, toVendor(), (_company, listed, total) => ({
        meta: { totalCount: total },
        result: listed.map(opening),
      }))
    }),
    route('GET /careers/{id}/detail', ({ subdomain, world, params }) => {
      const company = companyAt(world, 'bamboohr', subdomain)
      if (company === undefined) return toVendor()
      const vacancy = listedVacancies(world, company).listed.find(
        ({ serial }) => String(serial) === params.id,
      )
      if (vacancy === undefined) return json({ error: 'Not Found' }, { status: 404 })
      return json({ meta: {}, result: { jobOpening: detail(subdomain, vacancy) } })
    }),
    route('GET /jobs/embed2.php', ({ subdomain, world }) => {
      if (subdomain === unusualKeys.bamboohrRefused) return forbidden()
      const company = companyAt(world, 'bamboohr', subdomain)
      // An unknown company gets an empty page.
      return html(company === undefined ? '' : embedPage(subdomain, listedVacancies(world, company).listed))
    }),
  ],
}

function opening(vacancy: Vacancy) {
  const [place] = vacancy.places
  const isOffice = vacancy.workplace !== 'remote'
  return {
    id: vacancy.defect === 'id' ? '' : String(vacancy.serial),
    jobOpeningName: vacancy.defect === 'title' ? '' : vacancy.title,
    departmentId: '18244',
    departmentLabel: `30-000 - ${vacancy.department} `,
    employmentStatusLabel: employmentLabel(vacancy.employment),
    employmentType: null,
    location: isOffice ? { city: place?.city, state: place?.region || null } : { city: null, state: null },
    atsLocation: isOffice
      ? { country: null, state: null, province: null, city: null }
      : { country: place?.country, state: place?.region || null, province: null, city: place?.city },
    isRemote: null,
    locationType: { onsite: '0', remote: '1', hybrid: '2', unknown: null }[vacancy.workplace ?? 'unknown'],
  }
}

function detail(subdomain: string, vacancy: Vacancy) {
  const { pay } = vacancy
  const [place] = vacancy.places
  const { id: _, location, ...fields } = opening(vacancy)
  return {
    ...fields,
    jobOpeningShareUrl: `https://${subdomain}.bamboohr.com/careers/${vacancy.serial}`,
    jobOpeningStatus: 'Open',
    description: `<p>${encodeXML(vacancy.body)}</p>`,
    compensation: pay ? `${pay.currency} ${pay.min} - ${pay.max} per ${pay.period}` : null,
    datePosted: toDate(vacancy.postedDay),
    minimumExperience: null,
    location: { ...location, postalCode: null, addressCountry: location.city ? place?.country : null },
    hiringLead: 'A Private Person',
  }
}

function embedPage(subdomain: string, listed: readonly Vacancy[]): string {
  const items = listed.map((vacancy) => {
    const [place] = vacancy.places
    const id = vacancy.defect === 'id' ? '' : vacancy.serial
    const title = vacancy.defect === 'title' ? '' : encodeXML(vacancy.title)
    const location = encodeXML([place?.city, place?.region].filter(Boolean).join(', '))
    return `<li id="bhrDepartmentID_1" class="BambooHR-ATS-Department-Item"><div id="department_1" class="BambooHR-ATS-Department-Header">${encodeXML(vacancy.department)}</div>
<ul class="BambooHR-ATS-Jobs-List"><li id="bhrPositionID_${id}" class="BambooHR-ATS-Jobs-Item"><a href="//${subdomain}.bamboohr.com/careers/${id}">${title}</a><span class="BambooHR-ATS-Location">${location}</span></li></ul></li>`
  })
  return `<div class="BambooHR-ATS-board"><h2>Current Openings</h2><ul class="BambooHR-ATS-Department-List">${items.join('\n')}</ul></div>`
}
