/** Ashby: one answer, a postal address beside each place, pay in components. */

import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPlace } from '../normalise/places.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { askList, condenseRows, Gone, maybe, Part, rowsOf, text, toRecords } from './define-board-source.ts'
import { type Board, boardsOn } from './members/load-boards.ts'

const Address = maybe(
  Type.Object({
    postalAddress: maybe(
      Type.Object({ addressLocality: maybe(text), addressRegion: maybe(text), addressCountry: maybe(text) }),
    ),
  }),
)

const Row = Type.Object({
  id: text,
  title: text,
  department: maybe(text),
  team: maybe(text),
  employmentType: maybe(text),
  location: maybe(text),
  address: Address,
  secondaryLocations: maybe(Type.Array(Type.Object({ location: maybe(text), address: Address }))),
  publishedAt: maybe(text),
  isListed: maybe(Type.Boolean()),
  isRemote: maybe(Type.Boolean()),
  workplaceType: maybe(text),
  jobUrl: text,
  descriptionHtml: maybe(text),
  shouldDisplayCompensationOnJobPostings: maybe(Type.Boolean()),
  compensation: maybe(
    Type.Object({
      summaryComponents: maybe(
        Type.Array(
          Type.Object({
            compensationType: maybe(text),
            interval: maybe(text),
            currencyCode: maybe(text),
            minValue: maybe(Type.Number()),
            maxValue: maybe(Type.Number()),
          }),
        ),
      ),
    }),
  ),
})
type Row = Static<typeof Row>
const isRow = shapeOf(Row)
const texts = ['descriptionHtml']

export const ashby = defineSource<Board, BoardRecord>({
  id: 'ashby',
  service: 'jobs',
  about: {
    name: 'Ashby',
    home: 'https://www.ashbyhq.com',
    terms: 'Public posting interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.ashbyhq.com',
  everyMinutes: 1440,
  polite: { atOnce: 4, gapMs: 500 },
  members: boardsOn('ashby'),
  raw: { board: Type.Object({ jobs: Type.Array(Type.Unknown()) }), part: Part, gone: Gone },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const board = encodeURIComponent(decodeURIComponent(context.member.key))
    const url = `${context.baseUrl}/posting-api/job-board/${board}?includeCompensation=true`
    // Ten seconds are usual here.
    yield* askList(context, { kind: 'board', url, list: 'jobs', deadlineMs: 60_000 })
  },

  condense(kind, body) {
    if (kind === 'part') return condenseRows(body, Row, texts)
    return kind === 'gone' ? body : { ...body, jobs: condenseRows(body.jobs, Row, texts) }
  },

  *toRecords(answers, context) {
    yield* toRecords<Row>(answers, context, () => ({
      rows: rowsOf(answers, (body) => body.jobs),
      fits: (value) => isRow(value),
      idOf: ({ id }) => id,
      toRaw,
    }))
  },
})

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
    // True on hybrid postings too, so it speaks only where the other field is silent.
    workplace: { stated: job.workplaceType, remote: job.workplaceType ? null : job.isRemote },
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
  return city || region || country ? { city, region, country } : { text: location }
}
