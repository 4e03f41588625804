/** Lever: all postings of a site in one response. */

import { encodeXML } from 'entities'
import { startOf } from '../../calendar.ts'
import { html, json, route, type SandboxHost, text } from '../../host.ts'
import type { Company } from '../company.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, careersPage, employmentLabel, placeText } from './board.ts'

/** The European host knows other sites than the first one. */
function leverRegion(name: 'api.lever.co' | 'api.eu.lever.co', prefix: '' | 'eu/'): SandboxHost {
  return {
    host: name,
    routes: [
      route('GET /v0/postings/{site}', ({ params, world, query }) => {
        // Without a mode the postings are an HTML page.
        if (query.get('mode') !== 'json') return html('<!doctype html><title>Postings</title>')
        const missing = json({ ok: false, error: 'Document not found' }, { status: 404 })
        const skip = Number(query.get('skip') ?? 0)
        const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY)
        return board('lever', world, `${prefix}${params.site}`, missing, (company, listed) =>
          listed.slice(skip, skip + limit).map((vacancy) => leverPosting(company, vacancy)),
        )
      }),
      route('GET /robots.txt', () => text('User-agent: *\nCrawl-delay: 1\n')),
    ],
  }
}

export const leverBoards: readonly SandboxHost[] = [
  leverRegion('api.lever.co', ''),
  leverRegion('api.eu.lever.co', 'eu/'),
  {
    host: 'jobs.lever.co',
    routes: [route('GET /{site}', ({ params, world }) => careersPage(world, 'lever', params.site))],
  },
  {
    host: 'jobs.eu.lever.co',
    routes: [route('GET /{site}', ({ params, world }) => careersPage(world, 'lever', `eu/${params.site}`))],
  },
]

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
      department: vacancy.variant % 11 === 0 ? '-' : vacancy.department,
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
