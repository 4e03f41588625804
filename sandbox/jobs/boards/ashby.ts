/** Ashby: all jobs of a board in one response. */

import { encodeXML } from 'entities'
import { html, route, type SandboxHost, text } from '../../host.ts'
import type { City } from '../cities.ts'
import type { Company } from '../company.ts'
import { unusualKeys } from '../unusual-boards.ts'
import type { Vacancy } from '../vacancies.ts'
import { board, careersPage, placeText, tagged, timestamp } from './board.ts'

export const ashbyBoards: readonly SandboxHost[] = [
  {
    host: 'api.ashbyhq.com',
    routes: [
      route('GET /posting-api/job-board/{name}', (request) => {
        const { params, world, query } = request
        const missing = text('Not Found', { status: 404 })
        const reply = board('ashby', world, params.name, missing, (company, listed) => ({
          jobs: listed.map((vacancy) => {
            const { compensation, ...job } = ashbyJob(company, vacancy)
            return query.get('includeCompensation') === 'true' ? { ...job, compensation } : job
          }),
          apiVersion: '1',
        }))
        return tagged(request, reply)
      }),
    ],
  },
  {
    host: 'jobs.ashbyhq.com',
    routes: [
      // An employer can switch the interface off while the page stays.
      route('GET /{name}', ({ params, world }) =>
        params.name === unusualKeys.ashbyApiOff
          ? html('<!doctype html><title>Jobs</title>')
          : careersPage(world, 'ashby', params.name),
      ),
    ],
  },
]

function ashbyJob(company: Company, vacancy: Vacancy) {
  const [first, ...others] = vacancy.places
  const salary = vacancy.pay && {
    compensationType: 'Salary',
    interval: vacancy.pay.period === 'hour' ? '1 HOUR' : '1 YEAR',
    currencyCode: vacancy.pay.currency,
    minValue: vacancy.pay.min,
    maxValue: vacancy.pay.max,
  }
  return {
    ...(vacancy.defect === 'id' ? {} : { id: vacancy.uuid }),
    title: vacancy.defect === 'title' ? '' : `${vacancy.title} `,
    department: vacancy.department,
    team: vacancy.department,
    employmentType: {
      full: 'FullTime',
      part: 'PartTime',
      contract: 'Contract',
      intern: 'Intern',
      temporary: 'Temporary',
    }[vacancy.employment ?? 'full'],
    location: first === undefined ? '' : placeText(first),
    secondaryLocations: others.map((place) => ({ location: place.city, address: postal(place) })),
    publishedAt: timestamp(vacancy.postedDay, 19, '+00:00'),
    isListed: vacancy.variant % 97 !== 0,
    isRemote: vacancy.workplace !== 'onsite',
    workplaceType: { onsite: 'OnSite', remote: 'Remote', hybrid: 'Hybrid' }[vacancy.workplace ?? 'onsite'],
    address: first === undefined ? null : postal(first),
    jobUrl: `https://jobs.ashbyhq.com/${company.key}/${vacancy.uuid}`,
    applyUrl: `https://jobs.ashbyhq.com/${company.key}/${vacancy.uuid}/application`,
    descriptionHtml: `<p>${encodeXML(vacancy.body)}</p>`,
    shouldDisplayCompensationOnJobPostings: salary !== undefined,
    compensation: {
      summaryComponents: salary === undefined ? [] : [salary, { compensationType: 'EquityPercentage' }],
    },
  }
}

function postal(place: City) {
  return {
    postalAddress: {
      addressLocality: place.city,
      addressRegion: place.region,
      addressCountry: place.country,
    },
  }
}
