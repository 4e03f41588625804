/** What a job posting and a facet row are, as they are served. */

import { type Static, Type } from 'typebox'
import { employmentLabels } from '../normalise/employment.ts'
import { workplaceTypes } from '../normalise/extract-workplace.ts'
import { payPeriods } from '../normalise/pay.ts'

export { employmentLabels, payPeriods, workplaceTypes }

/** A field that may be null, as a list of two types. */
function nullable<Value>(schema: Record<string, unknown>) {
  const { type, enum: values, ...rest } = schema as { type: string; enum?: unknown[] }
  return Type.Unsafe<Value | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

export const JobPlace = Type.Object(
  {
    city: nullable<string>({ type: 'string' }),
    region: nullable<string>({ type: 'string', description: 'ISO 3166-2 without the country, e.g. `CA`.' }),
    country: nullable<string>({ type: 'string', description: 'Short English name.' }),
    country_code: nullable<string>({ type: 'string', description: 'ISO 3166-1, two letters.' }),
  },
  { additionalProperties: false, $id: 'JobPlace' },
)

export const JobPay = Type.Object(
  {
    min: nullable<number>({ type: 'number' }),
    max: nullable<number>({ type: 'number', description: 'Alone: a ceiling.' }),
    currency: nullable<string>({ type: 'string', description: 'ISO 4217.' }),
    period: Type.Unsafe<(typeof payPeriods)[number]>({ type: 'string', enum: [...payPeriods] }),
  },
  { additionalProperties: false, $id: 'JobPay' },
)

export const closeReasons = ['unlisted', 'board_gone', 'closing_date'] as const
export type CloseReason = (typeof closeReasons)[number]

export const JobPosting = Type.Object(
  {
    id: Type.String({ pattern: '^jp_[a-z2-7]{20}$', description: 'Stable: the same posting keeps it.' }),
    title: Type.String({ description: 'Plain text; may contain characters that mean something in HTML.' }),
    company: Type.String(),
    location: Type.String({
      description:
        'City, region code, country name of the first place. What the board wrote where no place was recognised; empty when it wrote nothing.',
      examples: ['Austin, TX, United States'],
    }),
    role_group: Type.String({ description: "The posting's own department label; empty when it has none." }),
    ats: Type.String({
      description: 'The applicant-tracking system it comes from.',
      examples: ['Greenhouse'],
    }),
    status: Type.Unsafe<'active' | 'closed'>({ type: 'string', enum: ['active', 'closed'] }),
    workplace_type: nullable<(typeof workplaceTypes)[number]>({ type: 'string', enum: [...workplaceTypes] }),
    employment_type: nullable<string>({
      type: 'string',
      description: 'One label, or several joined by a comma.',
      examples: ['Full Time'],
    }),
    salary: nullable<string>({
      type: 'string',
      description: '`<amount> / <period>` or `<min>-<max> / <period>`.',
      examples: ['90000-120000 / year'],
    }),
    posted: nullable<string>({ type: 'string', format: 'date', description: 'As the board says.' }),
    first_seen: Type.String({ format: 'date', description: 'When we first saw it.' }),
    changed: Type.String({ format: 'date', description: 'When what it says last changed.' }),
    url: Type.String({ format: 'uri' }),
    places: Type.Array(JobPlace, { description: 'Every place, the one in `location` first.' }),
    pay: Type.Unsafe<Static<typeof JobPay> | null>({ anyOf: [JobPay, { type: 'null' }] }),
    employment_types: Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...employmentLabels] })),
    board: Type.String({ description: "The employer's key on the applicant-tracking system." }),
    requisition_id: nullable<string>({ type: 'string' }),
    closes_on: nullable<string>({ type: 'string', format: 'date' }),
    closed_on: nullable<string>({ type: 'string', format: 'date' }),
    close_reason: nullable<CloseReason>({ type: 'string', enum: [...closeReasons] }),
    last_seen: nullable<string>({
      type: 'string',
      format: 'date',
      description: 'The last day on which its board listed it; null while it is active.',
    }),
    repost_of: nullable<string>({ type: 'string', description: 'The closed posting this one repeats.' }),
    duplicate_of: nullable<string>({
      type: 'string',
      description: 'The same posting on another board, which lists and counts have in its place.',
    }),
  },
  { additionalProperties: false, $id: 'JobPosting' },
)
export type JobPosting = Static<typeof JobPosting>

/** What `field` may be. */
export const pageFields = ['city', 'region', 'workplace_type', 'employment_type'] as const

/** What can be counted by, at addresses of their own. */
export const facetFields = [...pageFields, 'department', 'company', 'country', 'ats'] as const
export type FacetField = (typeof facetFields)[number]

export const FacetRow = Type.Object(
  {
    value: Type.String(),
    count: Type.Integer({ minimum: 0 }),
    share: nullable<number>({ type: 'integer', description: 'Percent of the filtered postings.' }),
  },
  { additionalProperties: false, $id: 'FacetRow' },
)
export type FacetRow = Static<typeof FacetRow>
