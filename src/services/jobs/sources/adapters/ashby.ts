/** Ashby: one response per board, a postal address for each place, pay in components. */

import { type Static, Type } from 'typebox'
import type { RawPlace } from '../../normalise/places/places.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'
import type { Board } from '../members/boards.ts'

const Address = nullish(
  Type.Object({
    postalAddress: nullish(
      Type.Object({
        addressLocality: nullish(text),
        addressRegion: nullish(text),
        addressCountry: nullish(text),
      }),
    ),
  }),
)

const Row = Type.Object({
  id: text,
  title: text,
  department: nullish(text),
  team: nullish(text),
  employmentType: nullish(text),
  location: nullish(text),
  address: Address,
  secondaryLocations: nullish(Type.Array(Type.Object({ location: nullish(text), address: Address }))),
  publishedAt: nullish(text),
  isListed: nullish(Type.Boolean()),
  isRemote: nullish(Type.Boolean()),
  workplaceType: nullish(text),
  jobUrl: text,
  descriptionHtml: nullish(text),
  shouldDisplayCompensationOnJobPostings: nullish(Type.Boolean()),
  compensation: nullish(
    Type.Object({
      summaryComponents: nullish(
        Type.Array(
          Type.Object({
            compensationType: nullish(text),
            interval: nullish(text),
            currencyCode: nullish(text),
            minValue: nullish(Type.Number()),
            maxValue: nullish(Type.Number()),
          }),
        ),
      ),
    }),
  ),
})
type Row = Static<typeof Row>

export const ashby = defineSingleRequestBoard({
  id: 'ashby',
  about: {
    name: 'Ashby',
    home: 'https://www.ashbyhq.com',
    terms: 'Public posting interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.ashbyhq.com',
  hosts: ['jobs.ashbyhq.com'],
  polite: { atOnce: 4, gapMs: 500 },
  // According to some reports, an unknown board looks like an empty one.
  zeroDaysMin: 3,
  statusRules: boardStatusRules({ vendorSites: ['ashbyhq.com'] }),
  careersPage: (board) => `https://jobs.ashbyhq.com/${pathKey(board)}`,
  list: {
    kind: 'board',
    field: 'jobs',
    // Responses usually take ten seconds.
    deadlineMs: 60_000,
    url: (board, baseUrl) => `${baseUrl}/posting-api/job-board/${pathKey(board)}?includeCompensation=true`,
    tagEvidence: 'A public note of October 2026 shows the ETag of a board.',
  },
  row: Row,
  idField: 'id',
  longTexts: ['descriptionHtml'],
  toRaw,
})

/** Keys may contain spaces, or `%20`. */
function pathKey({ key }: Board): string {
  return encodeURIComponent(decodeURIComponent(key))
}

function toRaw(job: Row): RawPosting | 'skip' {
  if (job.isListed === false) return 'skip'
  const components =
    job.shouldDisplayCompensationOnJobPostings === false ? [] : (job.compensation?.summaryComponents ?? [])
  return {
    nativeId: job.id,
    url: job.jobUrl,
    title: job.title,
    department: job.department || job.team,
    places: [toPlace(job), ...(job.secondaryLocations ?? []).map(toPlace)],
    // `isRemote` is true for hybrid jobs too, so it only counts without `workplaceType`.
    workplace: { stated: [job.workplaceType], remote: job.workplaceType ? null : job.isRemote },
    employment: [job.employmentType],
    pay: components
      .filter(({ compensationType }) => compensationType === 'Salary')
      .map((one) => ({
        min: one.minValue,
        max: one.maxValue,
        currency: one.currencyCode,
        period: one.interval,
      })),
    posted: job.publishedAt,
    body: job.descriptionHtml,
  }
}

function toPlace({ location, address }: Pick<Row, 'location' | 'address'>): RawPlace {
  const {
    addressLocality: city,
    addressRegion: region,
    addressCountry: country,
  } = address?.postalAddress ?? {}
  return city || region || country ? { text: location, city, region, country } : { text: location }
}
