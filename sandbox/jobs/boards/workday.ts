/** Workday: pages of postings by facet, and the details of each. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { departments } from '../departments.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'

const pageLength = 20

export const workdayBoards: SandboxHost = {
  host: '*.myworkdayjobs.com',
  routes: [
    route('POST /wday/cxs/{tenant}/{site}/jobs', ({ params, subdomain, body, world }) => {
      const company = companyAt('workday', `${subdomain}/${params.site}`)
      if (company === undefined) return json({ errorCode: 'S22' }, { status: 404 })
      const { limit = pageLength, offset = 0, appliedFacets = {} } = JSON.parse(body || '{}')
      if (limit > pageLength) return json({ errorCode: 'HTTP_400' }, { status: 400 })
      const family = appliedFacets.jobFamilyGroup?.[0]
      const { listed, total } = listedVacancies(world, company)
      const selected = listed.filter(
        (vacancy) => vacancy.defect !== 'id' && (family === undefined || vacancy.department === family),
      )
      return json({
        total: offset > 0 ? 0 : family === undefined && total !== listed.length ? total : selected.length,
        jobPostings: selected.slice(offset, offset + limit).map((vacancy) => ({
          title: vacancy.defect === 'title' ? '' : vacancy.title,
          externalPath: pathOf(vacancy),
          locationsText:
            vacancy.places.length > 1 ? `${vacancy.places.length} Locations` : placeName(vacancy.places[0]),
          postedOn: 'Posted 3 Days Ago',
          bulletFields: [`JR${vacancy.serial}`],
        })),
        facets:
          offset > 0
            ? []
            : [
                {
                  facetParameter: 'jobFamilyGroup',
                  descriptor: 'Job Category',
                  values: departments
                    .map(({ name }) => ({
                      descriptor: name,
                      id: name,
                      count: selected.filter(({ department }) => department === name).length,
                    }))
                    .filter(({ count }) => count > 0),
                },
              ],
        userAuthenticated: false,
      })
    }),
    route('GET /wday/cxs/{tenant}/{site}/job/{place}/{slug}', ({ params, subdomain, world }) => {
      const company = companyAt('workday', `${subdomain}/${params.site}`)
      const vacancy =
        company &&
        listedVacancies(world, company).listed.find((one) => pathOf(one).endsWith(`/${params.slug}`))
      if (vacancy === undefined) return json({ errorCode: 'S22' }, { status: 404 })
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
          externalUrl: `https://${subdomain}.myworkdayjobs.com/${params.site}${pathOf(vacancy)}`,
        },
        hiringOrganization: { name: `908000 ${company?.name} LLC` },
      })
    }),
  ],
}

function placeName(place: Vacancy['places'][number] | undefined): string {
  if (place === undefined) return ''
  return place.region === '' ? `${place.country} - ${place.city}` : `${place.region} - ${place.city}`
}

function pathOf(vacancy: Vacancy): string {
  const place = placeName(vacancy.places[0]).normalize('NFD').replace(/[^\w]/g, '-')
  return `/job/${place}/${vacancy.title.replace(/[^a-z]+/gi, '-')}_JR${vacancy.serial}`
}
