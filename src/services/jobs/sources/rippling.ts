/** Rippling: a bare list with one row per place, and one more call per posting. */

import { type Static, Type } from 'typebox'
import { isFailure } from '../../../core/errors.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  fetchResponse,
  GoneBody,
  nullish,
  slowBoardTimeoutMs,
  text,
  toBoardRecords,
  tryParseJson,
} from './define-board-source.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'

const failuresMax = 5
const Labelled = nullish(Type.Object({ label: nullish(text) }))

const Row = Type.Object({
  uuid: Type.String({ minLength: 1 }),
  name: text,
  department: Labelled,
  url: text,
  workLocation: Labelled,
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

const Detail = Type.Object({
  companyName: nullish(text),
  employmentType: Labelled,
  createdOn: nullish(text),
  description: nullish(Type.Object({ company: nullish(text), role: nullish(text) })),
  payRangeDetails: nullish(
    Type.Array(
      Type.Object({
        currency: nullish(text),
        frequency: nullish(text),
        rangeStart: nullish(Type.Number()),
        rangeEnd: nullish(Type.Number()),
      }),
    ),
  ),
})
type Detail = Static<typeof Detail>

export const rippling = defineSource<Board, BoardRecord>({
  id: 'rippling',
  service: 'jobs',
  about: {
    name: 'Rippling',
    home: 'https://www.rippling.com',
    terms: 'Public job board interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.rippling.com',
  everyMinutes: 1440,
  polite: { atOnce: 2, gapMs: 500 },
  memberTimeoutMs: slowBoardTimeoutMs,
  members: sandboxBoardsOn('rippling'),
  raw: { jobs: Type.Array(Type.Unknown()), detail: Detail, gone: GoneBody },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const base = `${context.baseUrl}/platform/api/ats/v1/board/${encodeURIComponent(context.member.key)}/jobs`
    const list = await fetchResponse(context, { kind: 'jobs', url: base, mayBeGone: true })
    yield list
    const jobs = tryParseJson(list.body)
    const ids = new Set((Array.isArray(jobs) ? jobs : []).flatMap((job) => (isRow(job) ? [job.uuid] : [])))
    let failures = 0
    for (const uuid of ids) {
      if (failures >= failuresMax) return
      try {
        const url = `${base}/${encodeURIComponent(uuid)}`
        const answer = await fetchResponse(context, { kind: 'detail', url, mayBeGone: true })
        if (answer.kind === 'detail' && tryParseJson(answer.body) !== undefined)
          yield { ...answer, url: `${url}#${uuid}` }
        failures = 0
      } catch (thrown) {
        if (context.signal.aborted || !isFailure(thrown)) throw thrown
        failures += 1
      }
    }
  },

  *toRecords(answers, context) {
    const details = new Map(
      answers
        .filter(({ kind }) => kind === 'detail')
        .map(({ url, body }) => [url.slice(url.indexOf('#') + 1), body as Detail]),
    )
    yield* toBoardRecords<Row>(answers, context, () => ({
      rows: answers[0]?.body,
      fits: (value) => isRow(value),
      idOf: ({ uuid }) => uuid,
      toRaw: (job) => toRaw(job, details.get(job.uuid)),
    }))
  },
})

function toRaw(job: Row, detail: Detail | undefined): RawPosting {
  return {
    nativeId: job.uuid,
    url: job.url,
    title: job.name,
    company: detail?.companyName,
    department: job.department?.label,
    places: [{ text: job.workLocation?.label }],
    employment: [detail?.employmentType?.label],
    pay: (detail?.payRangeDetails ?? []).map((pay) => ({
      min: pay.rangeStart,
      max: pay.rangeEnd,
      currency: pay.currency,
      period: pay.frequency,
    })),
    posted: detail?.createdOn,
    body: `${detail?.description?.role ?? ''} ${detail?.description?.company ?? ''}`,
    isPartial: detail === undefined,
  }
}
