/** Gem: all posts of a company in one response, with their texts; the body is the list. */

import { encodeXML } from 'entities'
import { json, route, type SandboxHost } from '../../host.ts'
import type { Company } from '../company.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, careersPage, placeText, timestamp } from './board.ts'

const notFound = json({ errors: ['Job board not found'] }, { status: 404 })

/** Keys are case-sensitive, and the path ends in a slash. */
export const gemBoards: readonly SandboxHost[] = [
  {
    host: 'api.gem.com',
    routes: [
      route('GET /job_board/v0/{key}/job_posts/', ({ params, world }) =>
        board('gem', world, params.key, notFound, (company, listed) =>
          listed.map((vacancy) => post(company, vacancy)),
        ),
      ),
    ],
  },
  {
    host: 'jobs.gem.com',
    routes: [route('GET /{key}', ({ params, world }) => careersPage(world, 'gem', params.key))],
  },
]

function post(company: Company, vacancy: Vacancy) {
  const id = vacancy.variant % 2 === 0 ? String(vacancy.serial) : `am9icG9zdDo${vacancy.serial}`
  const offices = vacancy.places.map((place) => ({
    id: `office-${place.city}`,
    name: place.city,
    location: { name: placeText(place) },
  }))
  return {
    id: vacancy.defect === 'id' ? '' : id,
    internal_job_id: `job-${vacancy.serial}`,
    requisition_id: vacancy.variant % 3 === 0 ? `R-${vacancy.serial}` : null,
    title: vacancy.defect === 'title' ? '' : vacancy.title,
    absolute_url: `https://jobs.gem.com/${company.key}/${id}`,
    departments: vacancy.department ? [{ id: 'd', name: vacancy.department }] : [],
    location: offices[0]?.location ?? null,
    // Boards with one place each leave the list empty.
    offices: offices.length > 1 ? offices : [],
    location_type: { remote: 'remote', hybrid: 'hybrid', onsite: 'in_office' }[vacancy.workplace ?? 'onsite'],
    employment_type: {
      full: 'full_time',
      part: 'part_time',
      contract: 'contract',
      intern: 'intern',
      temporary: 'temporary',
      other: null,
    }[vacancy.employment ?? 'other'],
    first_published_at: timestamp(vacancy.postedDay, 10, 'Z'),
    updated_at: timestamp(vacancy.postedDay, 11, 'Z'),
    content: `<p>${encodeXML(vacancy.body)}</p>`,
    content_plain: vacancy.body,
  }
}
