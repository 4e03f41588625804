/** Recruitee: all offers of a company in one response. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import type { Company } from '../companies.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, placeText } from './board.ts'

export const recruiteeBoards: SandboxHost = {
  host: '*.recruitee.com',
  routes: [
    route('GET /api/offers/', ({ subdomain, world }) =>
      board(
        'recruitee',
        world,
        subdomain,
        json({ error: 'Not Found' }, { status: 404 }),
        (company, listed) => ({
          offers: listed.map((vacancy) => recruiteeOffer(company, vacancy)),
        }),
      ),
    ),
  ],
}

function recruiteeOffer(company: Company, vacancy: Vacancy) {
  const { pay } = vacancy
  return {
    ...(vacancy.defect === 'id' ? {} : { id: vacancy.serial }),
    slug: `job-${vacancy.serial}`,
    title: vacancy.defect === 'title' ? '' : vacancy.title,
    status: 'published',
    company_name: company.name,
    department: vacancy.department,
    location: vacancy.workplace === 'remote' ? 'Remote job' : vacancy.places.map(placeText).join(', '),
    locations: vacancy.places.map((place) => ({
      name: place.city,
      city: place.city,
      state: place.region,
      state_code: place.regionCode,
      country: place.country,
      country_code: place.code,
    })),
    remote: vacancy.workplace === 'remote',
    hybrid: vacancy.workplace === 'hybrid',
    on_site: vacancy.workplace === 'onsite',
    employment_type_code: {
      full: 'fulltime_permanent',
      part: 'parttime_permanent',
      contract: 'freelance',
      intern: 'internship',
      temporary: 'fulltime_fixed_term',
    }[vacancy.employment ?? 'full'],
    salary: pay
      ? { min: String(pay.min), max: String(pay.max), period: pay.period, currency: pay.currency }
      : { min: null, max: null, period: null, currency: null },
    published_at: `${toDate(vacancy.postedDay)} 10:10:39 UTC`,
    updated_at: `${toDate(vacancy.postedDay)} 11:45:30 UTC`,
    close_at: null,
    careers_url: `https://${company.key}.recruitee.com/o/job-${vacancy.serial}`,
    description: `<p>${encodeXML(vacancy.body)}</p>`,
    requirements: '<p>Curiosity</p>',
    mailbox_email: 'private@example.com',
  }
}
