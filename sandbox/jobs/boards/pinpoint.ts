/** Pinpoint: all postings of a company in one response. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost, text } from '../../host.ts'
import type { Company } from '../company.ts'
import { unusualKeys } from '../unusual-boards.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, careersPage } from './board.ts'

export const pinpointBoards: SandboxHost = {
  host: '*.pinpointhq.com',
  routes: [
    // Each employer has its own.
    route('GET /robots.txt', ({ subdomain }) =>
      text(
        subdomain === unusualKeys.pinpointClosed
          ? 'User-agent: *\nDisallow: /\n'
          : 'User-agent: *\nDisallow: /admin\n',
      ),
    ),
    route('GET /postings.json', ({ subdomain, world }) => {
      const missing = json({ status: 404, error: 'Not Found', correlation: 'sandbox' }, { status: 404 })
      return board('pinpoint', world, subdomain, missing, (company, listed) => ({
        data: listed.map((vacancy) => posting(company, vacancy)),
      }))
    }),
    route('GET /', ({ subdomain, world }) => careersPage(world, 'pinpoint', subdomain)),
  ],
}

function posting(company: Company, vacancy: Vacancy) {
  const { pay, uuid, serial, variant } = vacancy
  const [place] = vacancy.places
  const path = `/en/postings/${uuid}`
  return {
    id: vacancy.defect === 'id' ? '' : String(serial),
    title: vacancy.defect === 'title' ? '' : vacancy.title,
    ...(variant % 9 === 0 ? {} : { url: `https://${company.key}.pinpointhq.com${path}` }),
    path,
    description: `<div><!--block-->${encodeXML(vacancy.body)}</div>`,
    key_responsibilities: '<ul><li>Duties</li></ul>',
    skills_knowledge_expertise: '<ul><li>Skills</li></ul>',
    benefits: '',
    reporting_to: 'A Private Person',
    employment_type: {
      full: 'permanent_full_time',
      part: 'permanent_part_time',
      contract: 'contract',
      intern: 'internship',
      temporary: 'fixed_term_full_time',
      other: 'flexible',
    }[vacancy.employment ?? 'other'],
    workplace_type: vacancy.workplace ?? null,
    compensation: pay ? `${pay.currency} ${pay.min} - ${pay.max} / ${pay.period}` : null,
    compensation_minimum: pay?.min ?? null,
    compensation_maximum: pay?.max ?? null,
    compensation_currency: pay?.currency ?? null,
    compensation_frequency: pay?.period ?? null,
    compensation_visible: pay !== undefined && variant % 4 !== 0,
    deadline_at: variant % 6 === 0 ? `${toDate(vacancy.lastDay)}T23:59:59-04:00` : null,
    job: { id: String(serial), requisition_id: `PIN-${serial}`, department: { name: vacancy.department } },
    location: {
      id: '2',
      city: `${place?.city ?? ''} `,
      name: place?.city ?? 'Remote',
      province: place?.region ?? '',
      postal_code: null,
    },
  }
}
