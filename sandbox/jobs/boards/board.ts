/** What the simulated job boards share. */

import { hash } from 'node:crypto'
import { type Day, toDate } from '../../calendar.ts'
import { html, type Incoming, json, type Reply } from '../../host.ts'
import type { World } from '../../world.ts'
import type { City } from '../cities.ts'
import { companyAt } from '../companies.ts'
import type { Company, Platform } from '../company.ts'
import { type Employment, listedVacancies, type Vacancy } from '../vacancies.ts'

/** The JSON of a board, or `missing` when no company has the key. */
export function board(
  platform: Platform,
  world: World,
  key: string,
  missing: Reply,
  toJson: (company: Company, listed: Vacancy[], total: number) => unknown,
): Reply {
  const company = companyAt(world, platform, key)
  if (company === undefined) return missing
  const { listed, total } = listedVacancies(world, company)
  return json(toJson(company, listed, total))
}

/** With a weak tag of its body; only the tag, with status 304, for a client that has sent it. */
export function tagged({ headers }: Pick<Incoming, 'headers'>, reply: Reply): Reply {
  if ((reply.status ?? 200) !== 200 || typeof reply.body !== 'string') return reply
  const etag = `W/"${hash('md5', reply.body)}"`
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag.slice(2)) || known.includes('*')) return { status: 304, headers: { etag } }
  return { ...reply, headers: { ...reply.headers, etag } }
}

/** The public page of a board. */
export function careersPage(world: World, platform: Platform, key: string): Reply {
  const company = companyAt(world, platform, key)
  const missing = html('<!doctype html><title>Page not found</title>', { status: 404 })
  return company === undefined ? missing : html(`<!doctype html><title>Jobs at ${company.name}</title>`)
}

export function redirect(status: number, location: string): Reply {
  return { status, headers: { location }, body: '' }
}

export function employmentLabel(employment: Employment | undefined): string | null {
  if (employment === undefined) return null
  return {
    full: 'Full-time',
    part: 'Part-time',
    contract: 'Contract',
    intern: 'Internship',
    temporary: 'Temporary',
  }[employment]
}

export function placeText(place: City): string {
  const region = place.code === 'US' || place.code === 'CA' ? place.regionCode : ''
  return [place.city, region, place.code === 'US' && place.city.length % 2 === 0 ? '' : place.country]
    .filter(Boolean)
    .join(', ')
}

export function timestamp(day: Day, hour: number, offset: string): string {
  return `${toDate(day)}T${String(hour).padStart(2, '0')}:00:00${offset}`
}

export function schemaEmploymentType({ employment }: Vacancy): string {
  return {
    full: 'FULL_TIME',
    part: 'PART_TIME',
    contract: 'CONTRACTOR',
    intern: 'INTERN',
    temporary: 'TEMPORARY',
  }[employment ?? 'full']
}

export function xml(body: string): Reply {
  return {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  }
}
