/** SmartRecruiters: postings in pages. */

import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost, text } from '../../host.ts'
import { companyAt } from '../companies.ts'
import { listedVacancies } from '../vacancies.ts'
import { careersPage, employmentLabel } from './board.ts'

export const smartrecruitersBoards: readonly SandboxHost[] = [
  {
    host: 'api.smartrecruiters.com',
    routes: [
      route('GET /robots.txt', () =>
        text('User-agent: LinkedInBot\nAllow: /v1/companies/\n\nUser-agent: *\nDisallow: /\n'),
      ),
      route('GET /v1/companies/{id}/postings', ({ params, query, world }) => {
        const company = companyAt(world, 'smartrecruiters', params.id)
        // An unknown company looks like an empty one.
        const { listed, total } =
          company === undefined ? { listed: [], total: 0 } : listedVacancies(world, company)
        const limit = Math.min(100, Number(query.get('limit') ?? 10))
        const offset = Number(query.get('offset') ?? 0)
        return json({
          offset,
          limit,
          totalFound: total,
          content: listed.slice(offset, offset + limit).map((vacancy) => ({
            ...(vacancy.defect === 'id' ? {} : { id: String(vacancy.serial) }),
            uuid: vacancy.uuid,
            name: vacancy.defect === 'title' ? '' : vacancy.title.replace(' ', '  '),
            refNumber: `REF${vacancy.serial}`,
            company: { identifier: params.id, name: company?.name },
            releasedDate: `${toDate(vacancy.postedDay)}T02:11:28.000Z`,
            location: {
              city: vacancy.places[0]?.city,
              region: vacancy.places[0]?.regionCode,
              country: vacancy.places[0]?.code.toLowerCase(),
              remote: vacancy.workplace === 'remote',
              hybrid: vacancy.workplace === 'hybrid',
            },
            department: vacancy.variant % 3 === 0 ? { id: 'd', label: vacancy.department } : {},
            function: { id: 'f', label: vacancy.department },
            typeOfEmployment:
              vacancy.employment === undefined
                ? {}
                : { id: 'permanent', label: employmentLabel(vacancy.employment) },
            creator: { name: 'Somebody Private' },
            customField: [{ fieldLabel: 'Maximum Annual Salary', valueLabel: '250000' }],
            visibility: 'PUBLIC',
          })),
        })
      }),
    ],
  },
  {
    host: 'careers.smartrecruiters.com',
    routes: [route('GET /{id}', ({ params, world }) => careersPage(world, 'smartrecruiters', params.id))],
  },
]
