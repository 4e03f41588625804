/** Workday: pages of postings by facet, and the details of each. */

import { encodeXML } from 'entities'
import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../src/core/type-guard.ts'
import { toDate } from '../../calendar.ts'
import { json, type Reply, type Route, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import { unusualBoards, unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { careersPage, redirect } from './board.ts'

const pageLength = 20

/** Where many tenants stop counting. */
const cappedTotal = 2000
const facetValuesMax = 100

const ListRequest = Type.Object(
  {
    appliedFacets: Type.Record(Type.String(), Type.Array(Type.String(), { maxItems: facetValuesMax })),
    limit: Type.Integer({ minimum: 1 }),
    offset: Type.Integer({ minimum: 0 }),
    searchText: Type.String(),
  },
  { additionalProperties: false },
)

const isListRequest = typeGuard(ListRequest)

export const workdayBoards: readonly SandboxHost[] = [
  { host: '*.myworkdayjobs.com', routes: routes(({ subdomain }) => subdomain) },
  { host: '*.myworkdaysite.com', routes: routes(({ host }) => host) },
]

type NameOf = (request: Pick<SandboxRequest, 'host' | 'subdomain'>) => string

/** A site answers only under the name of its tenant, which is the first part of the host or declared in the key. */
function siteAt(
  world: World,
  name: string,
  { tenant, site }: { tenant: string; site: string },
): Company | undefined {
  if (name.split('.')[0] === tenant) return companyAt(world, 'workday', `${name}/${site}`)
  return companyAt(world, 'workday', `${name}/${tenant}/${site}`)
}

function routes(nameOf: NameOf): Route[] {
  return [
    route('POST /wday/cxs/{tenant}/{site}/jobs', (request) => {
      const name = nameOf(request)
      if (`${name}/${request.params.site}` === unusualKeys.workdayMaintenance)
        return redirect(303, 'https://community.workday.com/maintenance-page')
      const company = siteAt(request.world, name, request.params)
      if (company === undefined) return json({ errorCode: 'HTTP_404' }, { status: 404 })
      return listReply(company, request)
    }),
    route('GET /{site}', (request) => {
      const { site } = request.params
      const name = nameOf(request)
      const withTenant = unusualBoards.find(
        ({ key }) => key.startsWith(`${name}/`) && key.endsWith(`/${site}`),
      )
      return careersPage(request.world, 'workday', withTenant?.key ?? `${name}/${site}`)
    }),
    route('GET /recruiting/{tenant}/{site}', (request) =>
      careersPage(
        request.world,
        'workday',
        `${nameOf(request)}/${request.params.tenant}/${request.params.site}`,
      ),
    ),
    route('GET /wday/cxs/{tenant}/{site}/job/{place}/{slug}', (request) =>
      detailReply(nameOf(request), request),
    ),
  ]
}

/** The body must have all four fields; other bodies are 422. */
function parseListRequest(body: string): Static<typeof ListRequest> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isListRequest(value) ? value : undefined
  } catch {
    return undefined
  }
}

function listReply(company: Company, { body, headers, world }: SandboxRequest): Reply {
  const request = parseListRequest(body)
  if (request === undefined || !headers['content-type']?.startsWith('application/json'))
    return json({ errorCode: 'HTTP_422' }, { status: 422 })
  const { limit, offset, appliedFacets } = request
  if (limit > pageLength) return json({ errorCode: 'HTTP_400' }, { status: 400 })
  const { listed, total } = listedVacancies(world, company)
  const isFiltered = Object.keys(appliedFacets).length > 0
  const selected = listed.filter(
    (vacancy) =>
      vacancy.defect !== 'id' &&
      Object.entries(appliedFacets).every(([name, ids]) => ids.includes(facetValue(name, vacancy) ?? '')),
  )
  const isCapped = company.key !== unusualKeys.workdayLong
  const count = !isFiltered && total !== listed.length ? total : selected.length
  // Beyond the cap the list begins again.
  const from = isCapped && offset >= cappedTotal ? 0 : offset
  return json({
    total: offset > 0 ? 0 : isCapped ? Math.min(cappedTotal, count) : count,
    jobPostings: selected.slice(from, from + limit).map((vacancy) => ({
      title: vacancy.defect === 'title' ? '' : vacancy.title,
      externalPath: pathOf(vacancy),
      locationsText:
        vacancy.places.length > 1 ? `${vacancy.places.length} Locations` : placeName(vacancy.places[0]),
      postedOn: 'Posted 3 Days Ago',
      bulletFields: [`JR${vacancy.serial}`],
    })),
    facets: offset > 0 ? [] : facetsOf(company, selected),
    userAuthenticated: false,
  })
}

function facetValue(name: string, vacancy: Vacancy): string | undefined {
  if (name === 'jobFamilyGroup') return vacancy.department
  return name === 'locations' ? placeName(vacancy.places[0]) : undefined
}

function facetsOf({ key }: Company, selected: readonly Vacancy[]): object[] {
  const facet = (facetParameter: string, descriptor: string) => {
    const counts = new Map<string, number>()
    for (const vacancy of selected) {
      const id = facetValue(facetParameter, vacancy) ?? ''
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const values = [...counts].map(([id, count]) => ({ descriptor: id, id, count }))
    return { facetParameter, descriptor, values }
  }
  const places = {
    facetParameter: 'locationMainGroup',
    descriptor: 'Locations',
    values: [facet('locations', 'Locations')],
  }
  return key === unusualKeys.workdayNested ? [places] : [facet('jobFamilyGroup', 'Job Category'), places]
}

function detailReply(
  name: string,
  { params, headers, host, world }: SandboxRequest<'tenant' | 'site' | 'slug'>,
): Reply {
  // Some tenants fail unless the request asks for JSON.
  if (!headers.accept?.includes('application/json')) return json({ errorCode: 'HTTP_500' }, { status: 500 })
  const company = siteAt(world, name, params)
  const serial = Number(params.slug.split('_JR').at(-1))
  const vacancy =
    company &&
    listedVacancies(world, company).listed.find(
      (one) => one.serial === serial && pathOf(one).endsWith(`/${params.slug}`),
    )
  // The code of a posting that is closed.
  if (vacancy === undefined) return json({ errorCode: 'S22' }, { status: 403 })
  const [first, ...others] = vacancy.places
  return json({
    jobPostingInfo: {
      id: vacancy.uuid,
      title: vacancy.title,
      jobDescription: `<p>${encodeXML(vacancy.body)}</p>`,
      location: placeName(first),
      additionalLocations: others.map(placeName),
      postedOn: 'Posted 3 Days Ago',
      startDate: toDate(vacancy.postedDay),
      timeType: vacancy.employment === 'part' ? 'Part time' : 'Full time',
      ...(vacancy.workplace === undefined
        ? {}
        : { remoteType: { onsite: 'On-site', remote: 'Remote', hybrid: 'Hybrid' }[vacancy.workplace] }),
      jobReqId: `JR${vacancy.serial}`,
      country: {
        descriptor: first?.code === 'US' ? 'United States of America' : first?.country,
        id: 'c',
      },
      jobRequisitionLocation: { descriptor: placeName(first), country: { alpha2Code: first?.code } },
      externalUrl: `https://${host}/${params.site}${pathOf(vacancy)}`,
    },
    hiringOrganization: { name: `908000 ${company?.name} LLC` },
  })
}

function placeName(place: Vacancy['places'][number] | undefined): string {
  if (place === undefined) return ''
  return place.region === '' ? `${place.country} - ${place.city}` : `${place.region} - ${place.city}`
}

function pathOf(vacancy: Vacancy): string {
  const place = placeName(vacancy.places[0]).normalize('NFD').replace(/[^\w]/g, '-')
  return `/job/${place}/${vacancy.title.replace(/[^a-z]+/gi, '-')}_JR${vacancy.serial}`
}
