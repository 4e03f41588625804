/** Greenhouse: everything in one answer, bodies encoded twice, pay in cents. */

import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import { liftWorkWords } from '../normalise/extract-workplace.ts'
import type { RawPlace } from '../normalise/places.ts'
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

const Jobs = Type.Object({ jobs: Type.Array(Type.Unknown()), meta: Type.Object({ total: Type.Integer() }) })

const Row = Type.Object({
  id: Type.Integer(),
  internal_job_id: maybe(Type.Integer()),
  title: text,
  absolute_url: text,
  company_name: maybe(text),
  requisition_id: maybe(text),
  first_published: maybe(text),
  application_deadline: maybe(text),
  content: maybe(text),
  location: maybe(Type.Object({ name: maybe(text) })),
  metadata: maybe(Type.Array(Type.Object({ name: maybe(text), value: Type.Optional(Type.Unknown()) }))),
  departments: maybe(
    Type.Array(Type.Object({ id: Type.Integer(), name: maybe(text), parent_id: maybe(Type.Integer()) })),
  ),
  offices: maybe(Type.Array(Type.Object({ name: maybe(text), location: maybe(text) }))),
  pay_input_ranges: maybe(
    Type.Array(
      Type.Object({
        min_cents: maybe(Type.Number()),
        max_cents: maybe(Type.Number()),
        currency_type: maybe(text),
        title: maybe(text),
      }),
    ),
  ),
})
type Row = Static<typeof Row>
const isRow = shapeOf(Row)
const texts = ['content']

export const greenhouse = defineSource<Board, BoardRecord>({
  id: 'greenhouse',
  service: 'jobs',
  about: {
    name: 'Greenhouse',
    home: 'https://www.greenhouse.com',
    terms: 'Public job board interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://boards-api.greenhouse.io',
  everyMinutes: 1440,
  polite: { atOnce: 4, gapMs: 250 },
  members: boardsOn('greenhouse'),
  raw: { jobs: Jobs, part: Part, gone: Gone },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const board = encodeURIComponent(context.member.key)
    const url = `${context.baseUrl}/v1/boards/${board}/jobs?content=true&pay_transparency=true`
    yield* askList(context, { kind: 'jobs', url, list: 'jobs' })
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
      expected: frameOf(answers).meta.total,
    }))
  },
})

function toRaw(job: Row): RawPosting | 'skip' {
  // Posts without a job behind them collect applications for later.
  if (job.internal_job_id === null) return 'skip'
  return {
    nativeId: job.id,
    requisitionId: job.requisition_id,
    url: job.absolute_url,
    title: job.title,
    company: job.company_name,
    department: deepest(job.departments ?? []),
    places: placesOf(job),
    workplace: { stated: metadata(job, /^(workplace|location) type$/i) },
    employment: [metadata(job, /^(employment|worker|time) type$/i)],
    pay: (job.pay_input_ranges ?? []).map((range) => ({
      min: cents(range.min_cents),
      max: cents(range.max_cents),
      currency: range.currency_type,
      title: range.title,
      hourlyBelow: 2000,
    })),
    posted: job.first_published,
    closes: job.application_deadline,
    body: job.content,
  }
}

/** Boards add fields of their own, some of which name people: only these few are looked at. */
function metadata({ metadata: fields }: Row, name: RegExp): string | undefined {
  const value = fields?.find((field) => name.test(field.name?.trim() ?? ''))?.value
  return typeof value === 'string' ? value : undefined
}

function deepest(departments: NonNullable<Row['departments']>): string | null | undefined {
  const parents = new Set(departments.map(({ parent_id }) => parent_id))
  return (departments.find(({ id }) => !parents.has(id)) ?? departments[0])?.name
}

/** Where the place is only a work model, the offices know where it is. */
function placesOf({ location, offices }: Row): RawPlace[] {
  const name = location?.name?.trim() ?? ''
  const { text: rest, type } = liftWorkWords(name)
  if (name !== '' && (rest !== '' || type === undefined)) return [{ text: name }]
  const elsewhere = (offices ?? []).map((office) => ({ text: office.location || office.name }))
  return [...elsewhere, ...(name === '' ? [] : [{ text: name }])]
}

function cents(value: number | null | undefined): number | undefined {
  return typeof value === 'number' ? value / 100 : undefined
}
