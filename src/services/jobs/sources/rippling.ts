/** Rippling: a bare list with one row per place, and one more request per posting. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import { defineBoardSource } from './define-board-source.ts'
import { countMissing, fetchDetails, fetchResponse, slowBoardTimeoutMs } from './fetch-board.ts'
import { Labelled, nullish, text, tryParseJson } from './json-fields.ts'

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
  uuid: nullish(text),
  name: nullish(text),
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
const isDetail = typeGuard(Detail)

export const rippling = defineBoardSource({
  id: 'rippling',
  about: {
    name: 'Rippling',
    home: 'https://www.rippling.com',
    terms: 'Public job board interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.rippling.com',
  polite: { atOnce: 2, gapMs: 500 },
  memberTimeoutMs: slowBoardTimeoutMs,
  raw: { jobs: Type.Array(Type.Unknown()), detail: Type.Unknown() },

  async *fetch(context) {
    const base = `${context.baseUrl}/platform/api/ats/v1/board/${encodeURIComponent(context.member.key)}/jobs`
    const list = await fetchResponse(context, { kind: 'jobs', url: base, mayBeGone: true })
    yield list
    const jobs = tryParseJson(list.body)
    const uuids = new Map(
      (Array.isArray(jobs) ? jobs : [])
        .filter((job) => isRow(job))
        .map(({ uuid }) => [`${base}/${encodeURIComponent(uuid)}`, uuid]),
    )
    for await (const detail of fetchDetails(context, 'detail', uuids.keys())) {
      const url = `${detail.url}#${uuids.get(detail.url)}`
      if (tryParseJson(detail.body) !== undefined) yield { ...detail, url }
    }
  },

  isRow,
  idOf: ({ uuid }) => uuid,
  readRows([list, ...responses]) {
    const rows: readonly unknown[] = list?.body
    const jobs = new Map(rows.filter((row) => isRow(row)).map((job) => [job.uuid, job]))
    const details = new Map<string, Detail>()
    for (const { kind, url, body } of responses) {
      const job = jobs.get(url.slice(url.indexOf('#') + 1))
      if (kind === 'detail' && job !== undefined && isDetail(body) && describes(body, job))
        details.set(job.uuid, body)
    }
    return {
      rows,
      toRaw: (job) => toRaw(job, details.get(job.uuid)),
      withoutDetails: countMissing(jobs.size - details.size),
    }
  },
})

/** An error or the details of another posting must not replace what is known. */
function describes(detail: Detail, { uuid, name }: Row): boolean {
  const isSame = (detail.uuid ?? uuid) === uuid && (detail.name ?? name) === name
  return isSame && Boolean(detail.createdOn || detail.employmentType?.label || detail.description?.role)
}

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
