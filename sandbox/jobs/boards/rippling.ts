/** Rippling: a list of jobs, one row per location, and the details of each. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { listedVacancies } from '../vacancies.ts'
import { placeText } from './board.ts'

export const ripplingBoards: SandboxHost = {
  host: 'api.rippling.com',
  routes: [
    route('GET /platform/api/ats/v1/board/{slug}/jobs', ({ params, world }) => {
      const company = companyAt('rippling', params.slug)
      if (company === undefined) return json({ detail: 'Not found.' }, { status: 404 })
      return json(
        listedVacancies(world, company).listed.flatMap((vacancy) =>
          vacancy.places.map((place, at) => {
            const label =
              vacancy.workplace === 'remote' && at === 0 ? `Remote (${placeText(place)})` : placeText(place)
            return {
              uuid: vacancy.defect === 'id' ? '' : vacancy.uuid,
              name: vacancy.defect === 'title' ? '' : vacancy.title,
              department: { id: vacancy.department, label: vacancy.department },
              url: `https://ats.rippling.com/${params.slug}/jobs/${vacancy.uuid}`,
              workLocation: { id: label, label },
            }
          }),
        ),
      )
    }),
    route('GET /platform/api/ats/v1/board/{slug}/jobs/{uuid}', ({ params, world }) => {
      const company = companyAt('rippling', params.slug)
      const vacancy =
        company && listedVacancies(world, company).listed.find(({ uuid }) => uuid === params.uuid)
      if (vacancy === undefined) return json({ detail: 'Not found.' }, { status: 404 })
      const { pay } = vacancy
      return json({
        uuid: vacancy.uuid,
        name: vacancy.title,
        companyName: company?.name,
        createdOn: `${toDate(vacancy.postedDay)}T10:00:00Z`,
        description: { company: '<p>About us</p>', role: `<p>${encodeXML(vacancy.body)}</p>` },
        employmentType: {
          id: 'ours',
          label: {
            full: 'SALARIED_FT',
            part: 'HOURLY_PT',
            contract: 'CONTRACTOR',
            intern: 'INTERN',
            temporary: 'TEMP',
          }[vacancy.employment ?? 'full'],
        },
        workLocations: vacancy.places.map(placeText),
        payRangeDetails: pay
          ? [
              {
                currency: pay.currency,
                frequency: pay.period.toUpperCase(),
                rangeStart: pay.min,
                rangeEnd: pay.max,
                isRemote: false,
              },
            ]
          : [],
      })
    }),
  ],
}
