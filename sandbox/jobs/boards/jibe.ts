/** Jibe: the jobs of an employer in pages of at most a hundred. */

import { encodeXML } from 'entities'
import { json, route, type SandboxHost } from '../../host.ts'
import { board, careersPage, placeText, timestamp } from './board.ts'

const limitMax = 100

export const jibeBoards: SandboxHost = {
  host: '*.jibeapply.com',
  routes: [
    route('GET /api/jobs', ({ host, query, world }) => {
      const page = Number(query.get('page') ?? 1)
      const limit = Number(query.get('limit') ?? 10)
      if (!(page >= 1 && limit >= 1 && limit <= limitMax))
        return json({ error: 'Unprocessable Entity' }, { status: 422 })
      const missing = json({ error: 'Not Found' }, { status: 404 })
      return board('jibe', world, host, missing, (company, listed, total) => ({
        totalCount: total,
        count: total,
        // Past the last page there are none.
        jobs: listed.slice((page - 1) * limit, page * limit).map((vacancy) => ({
          data: {
            slug: vacancy.defect === 'id' ? '' : String(vacancy.serial),
            req_id: String(vacancy.serial),
            title: vacancy.defect === 'title' ? '' : vacancy.title,
            apply_url: `https://careers-acme.icims.com/jobs/${vacancy.serial}/login`,
            posted_date: timestamp(vacancy.postedDay, 10, '+0000'),
            full_location: vacancy.places.map(placeText).join('; '),
            hiring_organization: company.name,
            categories: [{ name: vacancy.department }],
            employment_type: vacancy.employment === undefined ? null : employmentOf[vacancy.employment],
            description: `<p>${encodeXML(vacancy.body)}</p>`,
            client_code: 'acme',
          },
        })),
      }))
    }),
    route('GET /jobs', ({ host, world }) => careersPage(world, 'jibe', host)),
  ],
}

const employmentOf = {
  full: 'FULL_TIME',
  part: 'PART_TIME',
  contract: 'CONTRACTOR',
  intern: 'INTERN',
  temporary: 'TEMPORARY',
}
