/** SmartRecruiters: pages of a hundred; an unknown company looks like an empty one. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  fetchResponse,
  GoneBody,
  listAt,
  nullish,
  numberAt,
  text,
  toBoardRecords,
  tryParseJson,
} from './define-board-source.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'

const pageSize = 100
const pagesMax = 200

const Page = Type.Object({ totalFound: Type.Integer({ minimum: 0 }), content: Type.Array(Type.Unknown()) })
const Labelled = nullish(Type.Object({ label: nullish(text) }))

/** `creator` and `customField` hold names and internal figures: they are not read. */
const Row = Type.Object({
  id: text,
  name: text,
  refNumber: nullish(text),
  company: Type.Object({ identifier: text, name: nullish(text) }),
  releasedDate: nullish(text),
  location: nullish(
    Type.Object({
      city: nullish(text),
      region: nullish(text),
      country: nullish(text),
      remote: nullish(Type.Boolean()),
      hybrid: nullish(Type.Boolean()),
    }),
  ),
  department: Labelled,
  function: Labelled,
  typeOfEmployment: Labelled,
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

export const smartrecruiters = defineSource<Board, BoardRecord>({
  id: 'smartrecruiters',
  service: 'jobs',
  about: {
    name: 'SmartRecruiters',
    home: 'https://www.smartrecruiters.com',
    terms: 'Public posting interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.smartrecruiters.com',
  everyMinutes: 1440,
  polite: { atOnce: 2, gapMs: 500 },
  members: sandboxBoardsOn('smartrecruiters'),
  raw: { page: Page, gone: GoneBody },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const base = `${context.baseUrl}/v1/companies/${encodeURIComponent(context.member.key)}/postings`
    for (let page = 0; page < pagesMax; page++) {
      const offset = page * pageSize
      const url = `${base}?limit=${pageSize}&offset=${offset}`
      const answer = await fetchResponse(context, { kind: 'page', url, mayBeGone: page === 0 })
      yield answer
      const body = tryParseJson(answer.body)
      const isLast = offset + pageSize >= numberAt(body, 'totalFound')
      if (isLast || listAt(body, 'content').length === 0) return
    }
  },

  *toRecords(answers, context) {
    yield* toBoardRecords<Row>(answers, context, () => ({
      rows: answers.filter(({ kind }) => kind === 'page').flatMap(({ body }) => body.content),
      fits: (value) => isRow(value),
      idOf: ({ id }) => id,
      toRaw,
      expected: answers.findLast(({ kind }) => kind === 'page')?.body.totalFound,
    }))
  },
})

function toRaw(job: Row): RawPosting {
  const { identifier, name } = job.company
  return {
    nativeId: job.id,
    requisitionId: job.refNumber,
    url: `https://jobs.smartrecruiters.com/${encodeURIComponent(identifier)}/${encodeURIComponent(job.id)}`,
    title: job.name,
    company: name,
    department: job.department?.label || job.function?.label,
    places: job.location
      ? [{ city: job.location.city, region: job.location.region, country: job.location.country }]
      : [],
    workplace: { hybrid: job.location?.hybrid, remote: job.location?.remote },
    employment: [job.typeOfEmployment?.label],
    posted: job.releasedDate,
  }
}
