/** Breezy: all positions of a company in one response, without their texts. */

import { toDate } from '../../calendar.ts'
import { json, route, type SandboxHost } from '../../host.ts'
import type { City } from '../cities.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, careersPage, redirect } from './board.ts'

/** Names without a board lead to the vendor, whatever is requested. */
const toVendor = () => redirect(302, 'https://breezy.hr/')

export const breezyBoards: SandboxHost = {
  host: '*.breezy.hr',
  routes: [
    route('GET /json', ({ subdomain, world }) =>
      board('breezy', world, subdomain, toVendor(), (company, listed) =>
        listed.map((vacancy) => position(company, vacancy)),
      ),
    ),
    route('GET /api/positions', () => json({ error: { type: 'unauthorized' } }, { status: 401 })),
    route('GET /', ({ subdomain, world }) =>
      companyAt(world, 'breezy', subdomain) === undefined
        ? toVendor()
        : careersPage(world, 'breezy', subdomain),
    ),
  ],
}

function position(company: Company, vacancy: Vacancy) {
  const id = vacancy.uuid.replaceAll('-', '').slice(0, 12)
  const friendlyId = `${id}-${vacancy.serial}`
  const locations = vacancy.places.map((place, at) => location(vacancy, place, at === 0))
  return {
    id: vacancy.defect === 'id' ? '' : id,
    friendly_id: friendlyId,
    name: vacancy.defect === 'title' ? '' : vacancy.title,
    url: `https://${company.key}.breezy.hr/p/${friendlyId}`,
    published_date: `${toDate(vacancy.postedDay)}T20:45:39.068Z`,
    type: {
      full: { id: 'fullTime', name: 'Full-Time' },
      part: { id: 'partTime', name: 'Part-Time' },
      contract: { id: 'contract', name: 'Contract' },
      intern: { id: 'internship', name: 'Internship' },
      temporary: { id: 'temporary', name: 'Temporary' },
      other: { id: 'other', name: 'Other' },
    }[vacancy.employment ?? 'other'],
    location: locations[0],
    // Boards with one place each leave the list empty.
    locations: locations.length === 1 && vacancy.variant % 2 === 0 ? [] : locations,
    department: vacancy.variant % 7 === 0 ? null : vacancy.department,
    salary: salaryOf(vacancy),
    company: { name: company.name, logo_url: null, friendly_id: company.key },
  }
}

function location({ workplace }: Vacancy, place: City, primary: boolean) {
  return {
    country: { name: place.country, id: place.code },
    ...(place.region === '' ? {} : { state: { id: place.regionCode, name: place.region } }),
    city: place.city,
    primary,
    is_remote: workplace === 'remote' || workplace === 'hybrid',
    ...(workplace === 'remote'
      ? { remote_details: { value: 'remote-location', label: 'Fully remote, within chosen location(s)' } }
      : workplace === 'hybrid'
        ? { remote_details: { value: 'hybrid', label: 'Hybrid, some days in the office' } }
        : {}),
    name: `${place.city}, ${place.regionCode || place.code}`,
  }
}

/** `$19.35+ / hour`, `£70,000 – £90,000 / year`, or nothing. */
function salaryOf({ pay }: Vacancy): string {
  if (pay === undefined) return ''
  const sign = { USD: '$', CAD: '$', AUD: '$', GBP: '£', EUR: '€' }[pay.currency] ?? `${pay.currency} `
  const show = (amount: number) => `${sign}${amount.toLocaleString('en-US')}`
  return pay.min === pay.max
    ? `${show(pay.min)}+ / ${pay.period}`
    : `${show(pay.min)} – ${show(pay.max)} / ${pay.period}`
}
