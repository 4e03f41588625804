/** schema.org JobPosting of a vacancy, and when the page with it was last modified. */

import { hash } from 'node:crypto'
import { encodeXML } from 'entities'
import { startOf, toDate } from '../../calendar.ts'
import type { Incoming, Reply } from '../../host.ts'
import type { Company } from '../company.ts'
import type { Vacancy } from '../vacancies.ts'
import { schemaEmploymentType } from './board.ts'

export function jobPostingNode(company: Company, vacancy: Vacancy) {
  const { pay } = vacancy
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: vacancy.defect === 'title' ? '' : vacancy.title,
    description: `<p>${encodeXML(vacancy.body)}</p>`,
    identifier: { '@type': 'PropertyValue', name: company.name, value: vacancy.serial },
    datePosted: toDate(vacancy.postedDay),
    hiringOrganization:
      vacancy.variant % 5 === 0 ? company.name : { '@type': 'Organization', name: company.name },
    occupationalCategory: vacancy.department,
    ...(vacancy.employment === undefined ? {} : { employmentType: schemaEmploymentType(vacancy) }),
    ...(vacancy.workplace === 'remote' ? { jobLocationType: 'TELECOMMUTE' } : {}),
    jobLocation: vacancy.places.map((place) => ({
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: place.city,
        addressRegion: place.regionCode,
        addressCountry: place.code,
      },
    })),
    ...(pay
      ? {
          baseSalary: {
            currency: pay.currency,
            value: { minValue: pay.min, maxValue: pay.max, unitText: pay.period.toUpperCase() },
          },
        }
      : {}),
  }
}

/** A script of a page. */
export function jsonLdScript(node: object, type = 'application/ld+json'): string {
  return `<script type="${type}">${JSON.stringify(node).replaceAll('<', '\\u003c')}</script>`
}

/** A second of the day before the vacancy was listed, another one for each text: revised vacancies have another date. */
export function modifiedMs({ title, body, postedDay }: Vacancy): number {
  const second = Number.parseInt(hash('md5', `${title}\n${body}`).slice(0, 8), 16) % 86_400
  return startOf(postedDay - 1) + second * 1000
}

/** Only the status, with 304, for a client that knows the page. */
export function withModified({ headers }: Pick<Incoming, 'headers'>, ms: number, reply: Reply): Reply {
  const date = { 'last-modified': new Date(ms).toUTCString() }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= ms ? { status: 304, headers: date } : { ...reply, headers: { ...reply.headers, ...date } }
}
