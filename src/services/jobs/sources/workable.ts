/** Workable: one row per place under the same code, and a very strict limit on requests. */

import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  askList,
  condenseRows,
  frameOf,
  Gone,
  maybe,
  Part,
  rowsOf,
  text,
  toRecords,
} from './define-board-source.ts'
import { type Board, boardsOn } from './members/load-boards.ts'

const Account = Type.Object({ name: maybe(text), jobs: Type.Array(Type.Unknown()) })

const Row = Type.Object({
  title: text,
  shortcode: Type.String({ minLength: 1 }),
  code: maybe(text),
  employment_type: maybe(text),
  telecommuting: maybe(Type.Boolean()),
  department: maybe(text),
  url: text,
  published_on: maybe(text),
  country: maybe(text),
  city: maybe(text),
  state: maybe(text),
  description: maybe(text),
  locations: maybe(
    Type.Array(
      Type.Object({
        country: maybe(text),
        countryCode: maybe(text),
        city: maybe(text),
        region: maybe(text),
        hidden: maybe(Type.Boolean()),
      }),
    ),
  ),
})
type Row = Static<typeof Row>
const isRow = shapeOf(Row)
const texts = ['description']

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
  members: boardsOn('workable'),
  raw: { account: Account, part: Part, gone: Gone },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const url = `${context.baseUrl}/api/v1/widget/accounts/${encodeURIComponent(context.member.key)}?details=true`
    yield* askList(context, { kind: 'account', url, list: 'jobs', deadlineMs: 110_000 })
  },

  condense(kind, body) {
    if (kind === 'part') return condenseRows(body, Row, texts)
    return kind === 'gone' ? body : { ...body, jobs: condenseRows(body.jobs, Row, texts) }
  },

  *toRecords(answers, context) {
    const account = frameOf(answers) as Static<typeof Account>
    yield* toRecords<Row>(answers, context, () => ({
      rows: rowsOf(answers, (body) => body.jobs),
      fits: (value) => isRow(value),
      idOf: ({ shortcode }) => shortcode,
      toRaw: (job) => toRaw(job, account.name),
    }))
  },
})

function toRaw(job: Row, company: string | null | undefined): RawPosting {
  const shown = (job.locations ?? []).filter(({ hidden }) => hidden !== true)
  const places = shown.map(({ city, region, countryCode, country }) => ({
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
