/** Workable: all jobs of an account in one response, one row per location. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { route, type SandboxHost, text } from '../../host.ts'
import type { City } from '../cities.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, careersPage, employmentLabel } from './board.ts'

export const workableBoards: SandboxHost = {
  host: 'apply.workable.com',
  routes: [
    route('GET /api/v1/widget/accounts/{slug}', ({ params, world, query }) =>
      board('workable', world, params.slug, text('Not Found', { status: 404 }), (company, listed) => ({
        name: company.name,
        description: null,
        jobs: listed.flatMap((vacancy) =>
          vacancy.places.map((place) => ({
            ...workableJob(vacancy, place),
            ...(query.get('details') === 'true' ? { description: `<p>${encodeXML(vacancy.body)}</p>` } : {}),
          })),
        ),
      })),
    ),
    route('GET /{slug}/', ({ params, world }) => careersPage(world, 'workable', params.slug)),
  ],
}

/** One row per place, all under one code. */
function workableJob(vacancy: Vacancy, place: City) {
  const shortcode = vacancy.serial.toString(36).toUpperCase()
  return {
    title: vacancy.defect === 'title' ? '' : vacancy.title,
    shortcode: vacancy.defect === 'id' ? '' : shortcode,
    code: '',
    employment_type: vacancy.employment === undefined ? '' : employmentLabel(vacancy.employment),
    telecommuting: vacancy.workplace === 'remote',
    department: vacancy.department,
    url: `https://apply.workable.com/j/${shortcode}`,
    published_on: toDate(vacancy.postedDay),
    created_at: toDate(vacancy.postedDay - 300),
    country: place.country,
    city: place.city,
    state: place.region,
    locations: [
      {
        country: place.country,
        countryCode: place.code,
        city: place.city,
        region: place.region || null,
        hidden: false,
      },
    ],
  }
}
