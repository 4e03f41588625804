/** The public schemas of jobs and facets. */

import { type Static, Type } from 'typebox'
import { day, instant, nullable, oneOf } from '../../../http/openapi/fields.ts'
import { employmentLabels, jobFunctions, payPeriods, seniorities, workplaceTypes } from './vocabulary.ts'

export const JobPlace = Type.Object(
  {
    city: nullable(Type.String()),
    region: nullable(Type.String({ description: 'ISO 3166-2 code without the country, e.g. `CA`.' })),
    region_code: Type.Optional(
      nullable(Type.String({ description: 'ISO 3166-2 code with the country.', examples: ['US-CA'] })),
    ),
    country: nullable(Type.String({ description: 'Short English name.' })),
    country_code: nullable(Type.String({ description: 'ISO 3166-1 alpha-2 code.' })),
  },
  { additionalProperties: false, $id: 'JobPlace' },
)

export const JobPay = Type.Object(
  {
    min: nullable(Type.Number()),
    max: nullable(Type.Number({ description: 'Without `min`: upper bound.' })),
    currency: nullable(Type.String({ description: 'ISO 4217.' })),
    period: oneOf(payPeriods),
  },
  { additionalProperties: false, $id: 'JobPay' },
)

const closeReasons = ['unlisted', 'board_gone', 'closing_date'] as const
export type CloseReason = (typeof closeReasons)[number]

export const JobDescription = Type.Object(
  {
    html: Type.String({
      description:
        'A safe subset of HTML: `p`, `h3`, `h4`, `ul`, `ol`, `li`, `br`, `strong`, `em`, and `a` with `href` and `rel`.',
    }),
    text: Type.String({ description: 'The same as plain text. Escape it before you insert it into HTML.' }),
    version: Type.Integer({ description: 'Grows with each change of the description.' }),
    since: day({ description: 'Date of the first list with this version.' }),
  },
  { additionalProperties: false, $id: 'JobDescription' },
)
export type JobDescription = Static<typeof JobDescription>

export const JobPosting = Type.Object(
  {
    id: Type.String({ pattern: '^jp_[a-z2-7]{20}$', description: 'Stable id.' }),
    title: Type.String({ description: 'Plain text. Escape it before you insert it into HTML.' }),
    company: Type.String(),
    location: Type.String({
      description:
        'City, region code and country name of the first place. The text of the board if no place was recognised; empty if there is none.',
      examples: ['Austin, TX, United States'],
    }),
    role_group: Type.String({ description: 'Department as named by the employer; empty if there is none.' }),
    job_function: Type.Optional(
      nullable(oneOf(jobFunctions, { description: 'Derived from title and department.' })),
    ),
    seniority: Type.Optional(nullable(oneOf(seniorities, { description: 'As the title states it.' }))),
    ats: Type.String({
      description: 'Applicant-tracking system of the board.',
      examples: ['Greenhouse'],
    }),
    status: oneOf(['active', 'closed']),
    workplace_type: nullable(oneOf(workplaceTypes)),
    employment_type: nullable(
      Type.String({
        description: 'One label, or several separated by commas.',
        examples: ['Full Time'],
      }),
    ),
    salary: nullable(
      Type.String({
        description: '`<amount> / <period>` or `<min>-<max> / <period>`.',
        examples: ['90000-120000 / year'],
      }),
    ),
    posted: nullable(day({ description: 'Posting date according to the board.' })),
    first_seen: day({ description: 'Date of the first sync that found the job.' }),
    changed: day({ description: 'Date the content last changed.' }),
    url: Type.String({ format: 'uri' }),
    places: Type.Array(JobPlace, { description: 'All places, the one in `location` first.' }),
    remote_countries: Type.Optional(
      Type.Array(Type.String(), {
        description: 'ISO 3166-1 alpha-2 codes of the countries that the board names for remote work.',
        examples: [['CA', 'US']],
      }),
    ),
    world_regions: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Parts of the world that the board names as place.',
        examples: [['EMEA']],
      }),
    ),
    pay: Type.Unsafe<Static<typeof JobPay> | null>({ anyOf: [JobPay, { type: 'null' }] }),
    employment_types: Type.Array(oneOf(employmentLabels)),
    board: Type.String({ description: 'Key of the employer on the applicant-tracking system.' }),
    requisition_id: nullable(Type.String()),
    closes_on: nullable(day()),
    closed_on: nullable(day()),
    close_reason: nullable(oneOf(closeReasons)),
    last_seen: nullable(day({ description: 'Last date on which the board listed the job.' })),
    repost_of: nullable(Type.String({ description: 'Id of the closed job that this one repeats.' })),
    duplicate_of: nullable(
      Type.String({
        description: 'Id of the same job on another board. Lists and counts include that one instead.',
      }),
    ),
    description: Type.Optional(
      Type.Unsafe<JobDescription | null>({
        anyOf: [JobDescription, { type: 'null' }],
        description: 'Null if the board has none. In lists only with `include=description`.',
      }),
    ),
    distance_miles: Type.Optional(
      Type.Number({ minimum: 0, description: 'From the place in `near` to the nearest of its cities.' }),
    ),
    captured_at: nullable(
      instant({
        description: 'When the last list with this job was fetched; null for some jobs of earlier versions.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'JobPosting' },
)
export type JobPosting = Static<typeof JobPosting>
/** Without the age, which changes with each list. `last_seen` is null while the job is active. */
export type StoredJobPosting = Omit<JobPosting, 'captured_at' | 'description' | 'distance_miles'>

export const JobsFreshness = Type.Object(
  {
    oldest_captured_at: instant({ description: 'When the oldest list behind the response was fetched.' }),
    newest_captured_at: instant({ description: 'When the newest list behind the response was fetched.' }),
  },
  { additionalProperties: false, $id: 'JobsFreshness' },
)
export type JobsFreshness = Static<typeof JobsFreshness>

/** Fields of the breakdowns on a collection page, and of `GET …/facets`. */
export const pageFields = ['city', 'region', 'workplace_type', 'employment_type'] as const

/** Fields of `GET …/facets/{by}`. */
export const facetFields = [
  ...pageFields,
  'department',
  'company',
  'country',
  'ats',
  'job_function',
  'seniority',
] as const
export type FacetField = (typeof facetFields)[number]

export const FacetRow = Type.Object(
  {
    value: Type.String({
      description:
        'A city has its country (`London, United Kingdom`), a region the code of its country (`US-CT`).',
    }),
    country_code: Type.Optional(
      Type.String({ description: 'Of cities, regions and countries: ISO 3166-1 alpha-2 code.' }),
    ),
    count: Type.Integer({ minimum: 0 }),
    share: nullable(Type.Integer({ description: 'Percentage of the matching jobs.' })),
  },
  { additionalProperties: false, $id: 'FacetRow' },
)
export type FacetRow = Static<typeof FacetRow>

export const OpenDay = Type.Object(
  {
    day: day({ description: 'In UTC.' }),
    open: Type.Integer({ minimum: 0, description: 'Jobs that were open at the end of the day.' }),
    opened: Type.Integer({ minimum: 0, description: 'Jobs that were first seen on this day.' }),
    closed: Type.Integer({ minimum: 0, description: 'Jobs that were closed on this day.' }),
  },
  { additionalProperties: false, $id: 'OpenDay' },
)
export type OpenDay = Static<typeof OpenDay>
