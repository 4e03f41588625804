/** Greenhouse: one response per board, bodies encoded twice, pay in cents. */

import { type Static, Type } from 'typebox'
import { extractWorkplace } from '../../../../core/places/reader/extract-workplace.ts'
import type { RawPlace } from '../../normalise/places/places.ts'
import { readCustomFields } from '../../normalise/stated/custom-fields.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'

const Row = Type.Object({
  id: Type.Integer(),
  internal_job_id: nullish(Type.Integer()),
  title: text,
  absolute_url: text,
  company_name: nullish(text),
  requisition_id: nullish(text),
  first_published: nullish(text),
  application_deadline: nullish(text),
  content: nullish(text),
  location: nullish(Type.Object({ name: nullish(text) })),
  metadata: nullish(Type.Array(Type.Object({ name: nullish(text), value: Type.Optional(Type.Unknown()) }))),
  departments: nullish(
    Type.Array(Type.Object({ id: Type.Integer(), name: nullish(text), parent_id: nullish(Type.Integer()) })),
  ),
  offices: nullish(Type.Array(Type.Object({ name: nullish(text), location: nullish(text) }))),
  pay_input_ranges: nullish(
    Type.Array(
      Type.Object({
        min_cents: nullish(Type.Number()),
        max_cents: nullish(Type.Number()),
        currency_type: nullish(text),
        title: nullish(text),
      }),
    ),
  ),
})
type Row = Static<typeof Row>

export const greenhouse = defineSingleRequestBoard({
  id: 'greenhouse',
  about: {
    name: 'Greenhouse',
    home: 'https://www.greenhouse.com',
    terms: 'Public job board interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://boards-api.greenhouse.io',
  polite: { atOnce: 4, gapMs: 250 },
  statusRules: boardStatusRules({ vendorSites: ['greenhouse.com', 'greenhouse.io'] }),
  // The public page of a European board is at another host, which the key does not tell.
  careersPage: ({ key }) => `https://boards-api.greenhouse.io/v1/boards/${encodeURIComponent(key)}`,
  list: {
    kind: 'jobs',
    field: 'jobs',
    frame: { meta: Type.Object({ total: Type.Integer() }) },
    url: (board, baseUrl) =>
      `${baseUrl}/v1/boards/${encodeURIComponent(board.key)}/jobs?content=true&pay_transparency=true`,
    total: ({ meta }) => meta.total,
    tagEvidence: 'Seen in responses; a 304 then counts as a complete list.',
  },
  ignoredFields: ['updated_at'],
  row: Row,
  idField: 'id',
  longTexts: ['content'],
  toRaw,
})

function toRaw(job: Row): RawPosting | 'skip' {
  // A post without a job is an open application.
  if (job.internal_job_id === null) return 'skip'
  const stated = readCustomFields(job.metadata ?? [])
  return {
    nativeId: job.id,
    requisitionId: job.requisition_id,
    url: job.absolute_url,
    title: job.title,
    company: job.company_name,
    department: deepestDepartment(job.departments ?? []),
    places: toPlaces(job),
    workplace: { stated: stated.workplace },
    employment: stated.employment,
    pay: (job.pay_input_ranges ?? []).map((range) => ({
      min: fromCents(range.min_cents),
      max: fromCents(range.max_cents),
      currency: range.currency_type,
      title: range.title,
      hourlyBelow: 2000,
    })),
    posted: job.first_published,
    closes: job.application_deadline,
    body: job.content,
  }
}

function deepestDepartment(departments: NonNullable<Row['departments']>): string | null | undefined {
  const parents = new Set(departments.map(({ parent_id }) => parent_id))
  return (departments.find(({ id }) => !parents.has(id)) ?? departments[0])?.name
}

/** Uses the offices if the location is only a workplace type, e.g. `Remote`. */
function toPlaces({ location, offices }: Row): RawPlace[] {
  const name = location?.name?.trim() ?? ''
  const { text: rest, type } = extractWorkplace(name)
  if (name !== '' && (rest !== '' || type === undefined)) return [{ text: name }]
  const elsewhere = (offices ?? []).map((office) => ({ text: office.location || office.name }))
  return [...elsewhere, ...(name === '' ? [] : [{ text: name }])]
}

function fromCents(value: number | null | undefined): number | undefined {
  return typeof value === 'number' ? value / 100 : undefined
}
