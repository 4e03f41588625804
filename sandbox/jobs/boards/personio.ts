/** Personio: an XML feed. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { html, route, type SandboxHost } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { careersPage, redirect, xml } from './board.ts'

export const personioBoards: readonly SandboxHost[] = [
  boardsAt('jobs.personio.de', ''),
  // Boards at this host have it in their key.
  boardsAt('jobs.personio.com', '.jobs.personio.com'),
]

function boardsAt(domain: string, suffix: string): SandboxHost {
  return {
    host: `*.${domain}`,
    routes: [
      route('GET /xml', ({ subdomain, world, query }) => {
        // An employer can switch the feed off while the careers page stays.
        if (subdomain === unusualKeys.personioFeedOff)
          return html('<!doctype html><title>Not found</title>', { status: 404 })
        const company = companyAt(world, 'personio', `${subdomain}${suffix}`)
        if (company === undefined) return redirect(307, 'https://www.personio.com/')
        const { listed } = listedVacancies(world, company)
        // Only the descriptions in the requested language are filled.
        const hasTexts = query.get('language') === 'en'
        const positions = listed.flatMap((vacancy) => {
          const position = personioPosition(company.name, vacancy, hasTexts)
          return vacancy.variant % 40 === 0 ? [position, position] : [position]
        })
        return xml(`<workzag-jobs>\n${positions.join('\n')}\n</workzag-jobs>\n`)
      }),
      route('GET /', ({ subdomain, world }) => {
        if (subdomain === unusualKeys.personioFeedOff) return html('<!doctype html><title>Jobs</title>')
        return companyAt(world, 'personio', `${subdomain}${suffix}`) === undefined
          ? redirect(307, 'https://www.personio.com/')
          : careersPage(world, 'personio', `${subdomain}${suffix}`)
      }),
    ],
  }
}

function personioPosition(name: string, vacancy: Vacancy, hasTexts: boolean): string {
  const [first, ...others] = vacancy.places
  const kind = {
    full: 'permanent',
    part: 'permanent',
    contract: 'freelance',
    intern: 'intern',
    temporary: 'temporary',
  }[vacancy.employment ?? 'full']
  const schedule =
    vacancy.employment === 'part'
      ? 'part-time'
      : vacancy.variant % 17 === 0
        ? 'full-or-part-time'
        : 'full-time'
  const office =
    vacancy.workplace === 'remote' && vacancy.variant % 4 === 0 ? 'Home Office' : (first?.city ?? '')
  return `<position>
  ${vacancy.defect === 'id' ? '' : `<id>${vacancy.serial}</id>`}
  <subcompany>${encodeXML(name)} GmbH &amp; Co. KG</subcompany><office>${encodeXML(office)}</office>
  ${others.length > 0 ? `<additionalOffices>${others.map(({ city }) => `<office>${encodeXML(city)}</office>`).join('')}</additionalOffices>` : ''}
  <department>${encodeXML(vacancy.department)}</department><recruitingCategory>FTE</recruitingCategory>
  <name>${vacancy.defect === 'title' ? '' : encodeXML(vacancy.title)}</name>
  <jobDescriptions><jobDescription><name>Your mission</name><value>${hasTexts ? `<![CDATA[<p>${vacancy.body}</p>]]>` : ''}</value></jobDescription></jobDescriptions>
  <employmentType>${kind}</employmentType><schedule>${schedule}</schedule><createdAt>${toDate(vacancy.postedDay)}T12:41:19+00:00</createdAt>
</position>`
}
