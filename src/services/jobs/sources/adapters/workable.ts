/** Workable: one response per board, one row per place with the same code, a very strict rate limit. */

import { type Static, Type } from 'typebox'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'

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

export const workable = defineSingleRequestBoard({
  id: 'workable',
  about: {
    name: 'Workable',
    home: 'https://www.workable.com',
    terms: 'Public widget interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://apply.workable.com',
  polite: { atOnce: 1, gapMs: 5000 },
  statusRules: boardStatusRules({ vendorSites: ['workable.com'] }),
  careersPage: ({ key }) => `https://apply.workable.com/${encodeURIComponent(key)}/`,
  list: {
    kind: 'account',
    field: 'jobs',
    frame: { name: nullish(text) },
    deadlineMs: 110_000,
    url: (board, baseUrl) =>
      `${baseUrl}/api/v1/widget/accounts/${encodeURIComponent(board.key)}?details=true`,
  },
  row: Row,
  idField: 'shortcode',
  longTexts: ['description'],
  toRaw,
})

function toRaw(job: Row, account: { name?: string | null }): RawPosting {
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
    company: account.name,
    department: job.department,
    places: places.length > 0 ? places : [{ city: job.city, region: job.state, country: job.country }],
    workplace: { remote: job.telecommuting },
    employment: [job.employment_type],
    posted: job.published_on,
    body: job.description,
  }
}
