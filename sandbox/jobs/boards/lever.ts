/** Lever: all postings of a site in one response. */

import { encodeXML } from 'entities'
import { startOf } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import type { Company } from '../companies.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, employmentLabel, placeText } from './board.ts'

export const leverBoards: SandboxHost = {
  host: 'api.lever.co',
  routes: [
    route('GET /v0/postings/{site}', ({ params, world }) =>
      board(
        'lever',
        world,
        params.site,
        json({ ok: false, error: 'Document not found' }, { status: 404 }),
        (company, listed) => listed.map((vacancy) => leverPosting(company, vacancy)),
      ),
    ),
  ],
}

function leverPosting(company: Company, vacancy: Vacancy) {
  const names = vacancy.places.map(placeText)
  return {
    ...(vacancy.defect === 'id' ? {} : { id: vacancy.uuid }),
    text: vacancy.defect === 'title' ? '' : vacancy.title,
    createdAt: startOf(vacancy.postedDay) + 36_000_000,
    country: vacancy.places[0]?.code ?? null,
    workplaceType:
      vacancy.workplace === undefined
        ? 'unspecified'
        : vacancy.workplace === 'onsite'
          ? 'on-site'
          : vacancy.workplace,
    categories: {
      ...(vacancy.employment === undefined ? {} : { commitment: employmentLabel(vacancy.employment) }),
      department: vacancy.serial % 11 === 0 ? '-' : vacancy.department,
      team: 'Team',
      location: names[0],
      allLocations: names,
    },
    ...(vacancy.pay === undefined
      ? {}
      : {
          salaryRange: {
            currency: vacancy.pay.currency,
            interval: vacancy.pay.period === 'hour' ? 'per-hour-wage' : 'per-year-salary',
            min: vacancy.pay.min,
            max: vacancy.pay.max,
          },
        }),
    description: `<div>${encodeXML(vacancy.body)}</div>`,
    lists: [{ text: 'You will', content: '<li>work</li>' }],
    additional: '<div>Apply soon.</div>',
    hostedUrl: `https://jobs.lever.co/${company.key}/${vacancy.uuid}`,
    applyUrl: `https://jobs.lever.co/${company.key}/${vacancy.uuid}/apply`,
  }
}
