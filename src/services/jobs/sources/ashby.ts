/** Ashby: one answer, a postal address beside each place, pay in components. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPlace } from '../normalise/places.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  condenseRows,
  fetchList,
  GoneBody,
  listRows,
  nullish,
  PartBody,
  text,
  toBoardRecords,
} from './define-board-source.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'

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
const isRow = typeGuard(Row)
const longTexts = ['descriptionHtml']

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
  members: sandboxBoardsOn('ashby'),
  raw: { board: Type.Object({ jobs: Type.Array(Type.Unknown()) }), part: PartBody, gone: GoneBody },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const board = encodeURIComponent(decodeURIComponent(context.member.key))
    const url = `${context.baseUrl}/posting-api/job-board/${board}?includeCompensation=true`
    // Ten seconds are usual here.
    yield* fetchList(context, { kind: 'board', url, list: 'jobs', deadlineMs: 60_000 })
  },

  condense(kind, body) {
    if (kind === 'part') return condenseRows(body, Row, longTexts)
    return kind === 'gone' ? body : { ...body, jobs: condenseRows(body.jobs, Row, longTexts) }
  },

  *toRecords(answers, context) {
    yield* toBoardRecords<Row>(answers, context, () => ({
      rows: listRows(answers, (body) => body.jobs),
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
