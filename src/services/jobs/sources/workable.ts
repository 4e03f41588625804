/** Workable: one row per place under the same code, and a very strict limit on requests. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  condenseRows,
  fetchList,
  GoneBody,
  listFrame,
  listRows,
  nullish,
  PartBody,
  text,
  toBoardRecords,
} from './define-board-source.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'

const Account = Type.Object({ name: nullish(text), jobs: Type.Array(Type.Unknown()) })

const Row = Type.Object({
  title: text,
  shortcode: Type.String({ minLength: 1 }),
  code: nullish(text),
  employment_type: nullish(text),
  telecommuting: nullish(Type.Boolean()),
  department: nullish(text),
  url: text,
  published_on: nullish(text),
  country: nullish(text),
  city: nullish(text),
  state: nullish(text),
  description: nullish(text),
  locations: nullish(
    Type.Array(
      Type.Object({
        country: nullish(text),
        countryCode: nullish(text),
        city: nullish(text),
        region: nullish(text),
        hidden: nullish(Type.Boolean()),
      }),
    ),
  ),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)
const longTexts = ['description']

export const workable = defineSource<Board, BoardRecord>({
  id: 'workable',
  service: 'jobs',
  about: {
    name: 'Workable',
    home: 'https://www.workable.com',
    terms: 'Public widget interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://apply.workable.com',
  everyMinutes: 1440,
  polite: { atOnce: 1, gapMs: 5000 },
  members: sandboxBoardsOn('workable'),
  raw: { account: Account, part: PartBody, gone: GoneBody },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const url = `${context.baseUrl}/api/v1/widget/accounts/${encodeURIComponent(context.member.key)}?details=true`
    yield* fetchList(context, { kind: 'account', url, list: 'jobs', deadlineMs: 110_000 })
  },

  condense(kind, body) {
    if (kind === 'part') return condenseRows(body, Row, longTexts)
    return kind === 'gone' ? body : { ...body, jobs: condenseRows(body.jobs, Row, longTexts) }
  },

  *toRecords(answers, context) {
    const account = listFrame(answers) as Static<typeof Account>
    yield* toBoardRecords<Row>(answers, context, () => ({
      rows: listRows(answers, (body) => body.jobs),
      fits: (value) => isRow(value),
      idOf: ({ shortcode }) => shortcode,
      toRaw: (job) => toRaw(job, account.name),
    }))
  },
})

function toRaw(job: Row, company: string | null | undefined): RawPosting {
  const visible = (job.locations ?? []).filter(({ hidden }) => hidden !== true)
  const places = visible.map(({ city, region, countryCode, country }) => ({
    city,
    region,
    country: countryCode || country,
  }))
  return {
    nativeId: job.shortcode,
    requisitionId: job.code,
    url: job.url,
    title: job.title,
    company,
    department: job.department,
    places: places.length > 0 ? places : [{ city: job.city, region: job.state, country: job.country }],
    workplace: { remote: job.telecommuting },
    employment: [job.employment_type],
    posted: job.published_on,
    body: job.description,
  }
}
