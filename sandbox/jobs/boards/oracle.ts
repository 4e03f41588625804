/** Oracle Recruiting: a REST interface whose limits are part of `finder`, and pages for people. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { html, json, type Reply, route, type SandboxHost, text } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { placeText } from './board.ts'

const resources = '/hcmRestApi/resources/latest'
const missing = () => text('Not Found', { status: 404 })
const limitMax = 200

export const oracleBoards: SandboxHost = {
  host: '*.oraclecloud.com',
  routes: [
    route(`GET ${resources}/recruitingCEJobRequisitions`, ({ host, query, world }) => {
      const finder = readFinder(query.get('finder'), 'findReqs')
      if (finder === undefined) return json({ title: 'Bad Request', status: '400' }, { status: 400 })
      const vacancies = listAt(world, host, finder.siteNumber)
      if (vacancies === undefined) return missing()
      const { listed, total } = vacancies
      // Parameters outside the finder are ignored.
      const limit = Math.min(limitMax, Number(finder.limit ?? 25))
      const offset = Number(finder.offset ?? 0)
      const isExpanded = query
        .get('expand')
        ?.split(',')
        .some((name) => name.startsWith('requisitionList'))
      const rows = listed.slice(offset, offset + limit).map(requisition)
      const result = { Offset: offset, Limit: limit, TotalJobsCount: total, SiteNumber: null }
      return json({
        items: [{ ...result, ...(isExpanded ? { requisitionList: rows } : {}), titlesFacet: [] }],
        count: 1,
        hasMore: false,
        limit: 25,
        offset: 0,
        links: [],
      })
    }),
    route(`GET ${resources}/recruitingCEJobRequisitionDetails`, ({ host, query, world }) => {
      const finder = readFinder(query.get('finder'), 'ById')
      const id = /^"(\w+)"$/.exec(finder?.Id ?? '')?.[1]
      if (finder === undefined || id === undefined)
        return json({ title: 'Bad Request', status: '400' }, { status: 400 })
      const vacancy = listAt(world, host, finder.siteNumber)?.listed.find(
        ({ serial }) => String(serial) === id,
      )
      return json({ items: vacancy === undefined ? [] : [detail(vacancy)], count: 1, hasMore: false })
    }),
    route('GET /hcmUI/CandidateExperience/en/sites/{site}', ({ host, params, world }): Reply => {
      const company = companyAt(world, 'oracle', `${host}/${params.site}`)
      return company === undefined ? missing() : html(`<!doctype html><title>${company.name}</title>`)
    }),
  ],
}

/** `findReqs;siteNumber=CX_1,limit=200` */
function readFinder(text: string | null, name: string): Readonly<Record<string, string>> | undefined {
  const [found, parameters = ''] = text?.split(';') ?? []
  if (found !== name) return undefined
  const fields = Object.fromEntries(parameters.split(',').map((field) => field.split('=')))
  return 'siteNumber' in fields ? fields : undefined
}

function listAt(world: World, host: string, site = '') {
  const company = companyAt(world, 'oracle', `${host}/${site}`)
  return company && listedVacancies(world, company)
}

function requisition(vacancy: Vacancy) {
  const [place, ...others] = vacancy.places
  const code = { onsite: 'ORA_ON_SITE', remote: 'ORA_REMOTE', hybrid: 'ORA_HYBRID', unknown: null }
  return {
    ...(vacancy.defect === 'id' ? { Id: null } : { Id: String(vacancy.serial) }),
    Title: vacancy.defect === 'title' ? '' : vacancy.title,
    PostedDate: toDate(vacancy.postedDay),
    PostingEndDate: null,
    Language: 'US',
    PrimaryLocationCountry: place?.code,
    PrimaryLocation: place && placeText(place).toUpperCase(),
    secondaryLocations: others.map((one) => ({ Name: placeText(one), CountryCode: one.code })),
    WorkplaceTypeCode: code[vacancy.workplace ?? 'unknown'],
    WorkplaceType: null,
    JobFamily: vacancy.variant % 2 === 0 ? vacancy.department : null,
    JobSchedule: { full: 'Full time', part: 'Part time', contract: null, intern: null, temporary: null }[
      vacancy.employment ?? 'full'
    ],
    WorkerType: null,
    Department: null,
    Organization: null,
    ShortDescriptionStr: '',
    HotJobFlag: false,
    // They change by themselves.
    Relevancy: Math.round(vacancy.postedDay / 7),
    Distance: vacancy.variant % 9,
  }
}

function detail(vacancy: Vacancy) {
  return {
    Id: String(vacancy.serial),
    Title: vacancy.title,
    ExternalPostedStartDate: `${toDate(vacancy.postedDay)}T00:00:00+00:00`,
    ExternalDescriptionStr: `<p>${encodeXML(vacancy.body)}</p>`,
    ExternalResponsibilitiesStr: null,
    ExternalQualificationsStr: '',
    HiringManager: 'A Private Person',
  }
}
