/** Greenhouse: all jobs of a board in one response. */

import { encodeXML } from 'entities'
import { json, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, employmentLabel, placeText, tagged, timestamp } from './board.ts'

export const greenhouseBoards: SandboxHost = {
  host: 'boards-api.greenhouse.io',
  routes: [
    route('GET /v1/boards/{token}', ({ params, world }) => {
      const company = companyAt(world, 'greenhouse', params.token)
      return company === undefined
        ? json({ status: 404, error: 'Job board not found' }, { status: 404 })
        : json({ name: company.name, content: '' })
    }),
    route('GET /v1/boards/{token}/jobs', (request) => {
      const { params, world, query } = request
      const missing = json({ status: 404, error: 'Job board not found' }, { status: 404 })
      const reply = board('greenhouse', world, params.token, missing, (company, listed, total) => ({
        jobs: listed.map((vacancy) => requestedFields(greenhouseJob(company, vacancy, world), query)),
        meta: { total: total },
      }))
      return tagged(request, reply)
    }),
  ],
}

/** Bodies, departments, offices and pay are sent only if the query asks for them. */
function requestedFields(job: ReturnType<typeof greenhouseJob>, query: URLSearchParams): object {
  const { content, departments, offices, pay_input_ranges, ...rest } = job
  return {
    ...rest,
    ...(query.get('content') === 'true' ? { content, departments, offices } : {}),
    ...(query.get('pay_transparency') === 'true' ? { pay_input_ranges } : {}),
  }
}

function greenhouseJob(company: Company, vacancy: Vacancy, world: World) {
  const [place] = vacancy.places
  const names = vacancy.places.map((one) => placeText(one)).join('; ')
  const model =
    vacancy.workplace === 'onsite' || vacancy.workplace === undefined
      ? ''
      : vacancy.workplace === 'remote'
        ? 'Remote'
        : 'Hybrid'
  return {
    ...(vacancy.defect === 'id' ? {} : { id: vacancy.serial }),
    internal_job_id: vacancy.serial + 7,
    title: vacancy.defect === 'title' ? ' ' : vacancy.title,
    updated_at: timestamp(world.today(), 9, '-05:00'),
    first_published: timestamp(vacancy.postedDay, 9, '-05:00'),
    requisition_id: vacancy.variant % 9 === 0 ? 'See Opening ID' : `R-${vacancy.serial}`,
    language: 'en',
    company_name: `${company.name} `,
    location: {
      name:
        model === 'Hybrid' && vacancy.variant % 3 === 0
          ? 'Hybrid'
          : model === ''
            ? names
            : `${names} (${model})`,
    },
    absolute_url: `https://job-boards.greenhouse.io/${company.key}/jobs/${vacancy.serial}`,
    metadata: [
      {
        id: 1,
        name: 'Employment Type',
        value: employmentLabel(vacancy.employment),
        value_type: 'single_select',
      },
      { id: 2, name: 'Hiring Manager', value: 'Somebody Private', value_type: 'short_text' },
    ],
    content: encodeXML(`<p>${encodeXML(vacancy.body)}&nbsp;</p>`),
    departments: [{ id: 5, name: `${vacancy.department} `, parent_id: 2, child_ids: [] }],
    offices: [
      {
        id: 8,
        name: place?.city ?? '',
        location: place === undefined ? null : placeText(place),
        parent_id: null,
        child_ids: [],
      },
    ],
    pay_input_ranges:
      vacancy.pay === undefined
        ? []
        : [
            {
              min_cents: vacancy.pay.min * 100,
              max_cents: vacancy.pay.max * 100,
              currency_type: vacancy.pay.currency,
              title: vacancy.pay.period === 'hour' ? 'This is an hourly rate.' : 'Annual base salary',
              blurb: '',
            },
          ],
    application_deadline: null,
    data_compliance: [],
  }
}
