/** Structured data of posting pages, against what Google documents for job postings, except that a date may be missing. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { toJobRow } from '../../publish/job-row.ts'
import type { JobPosting, StoredJobPosting } from '../../schema/job-posting.ts'
import { employmentLabels, payPeriods, workplaceTypes } from '../../schema/vocabulary.ts'
import { postingPage } from './posting-page.ts'

const some = { minLength: 1 }
const Country = Type.String({ pattern: '^[A-Z]{2}$' })
const employmentType = Type.Enum([
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
])
const Amount = Type.Number({ minimum: 0 })

/** developers.google.com/search/docs/appearance/structured-data/job-posting */
const GoogleJobPosting = Type.Object(
  {
    '@context': Type.Literal('https://schema.org'),
    '@type': Type.Literal('JobPosting'),
    title: Type.String(some),
    description: Type.String(some),
    datePosted: Type.Optional(Type.String({ format: 'date' })),
    validThrough: Type.Optional(Type.String({ format: 'date-time' })),
    employmentType: Type.Optional(
      Type.Union([employmentType, Type.Array(employmentType, { minItems: 2, uniqueItems: true })]),
    ),
    hiringOrganization: Type.Object({ '@type': Type.Literal('Organization'), name: Type.String(some) }),
    identifier: Type.Object({
      '@type': Type.Literal('PropertyValue'),
      name: Type.String(some),
      value: Type.String(some),
    }),
    jobLocation: Type.Optional(
      Type.Array(
        Type.Object({
          '@type': Type.Literal('Place'),
          address: Type.Object({
            '@type': Type.Literal('PostalAddress'),
            addressLocality: Type.Optional(Type.String(some)),
            addressRegion: Type.Optional(Type.String(some)),
            addressCountry: Country,
          }),
        }),
        { minItems: 1 },
      ),
    ),
    jobLocationType: Type.Optional(Type.Literal('TELECOMMUTE')),
    applicantLocationRequirements: Type.Optional(
      Type.Array(Type.Object({ '@type': Type.Literal('Country'), name: Country }), { minItems: 1 }),
    ),
    baseSalary: Type.Optional(
      Type.Object({
        '@type': Type.Literal('MonetaryAmount'),
        currency: Type.String({ pattern: '^[A-Z]{3}$' }),
        value: Type.Object({
          '@type': Type.Literal('QuantitativeValue'),
          value: Type.Optional(Amount),
          minValue: Type.Optional(Amount),
          maxValue: Type.Optional(Amount),
          unitText: Type.Enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
        }),
      }),
    ),
    directApply: Type.Boolean(),
  },
  { additionalProperties: false },
)
type GoogleJobPosting = Static<typeof GoogleJobPosting>

const day = fc
  .integer({ min: 0, max: 3000 })
  .map((days) => new Date(Date.UTC(2022, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((value) => value.trim() !== '')

const job = fc
  .record(
    {
      title: text,
      company: text,
      department: text,
      places: fc.array(
        fc.record(
          { city: text, region: fc.constantFrom('CA', 'BE'), country: fc.constantFrom('US', 'DE', 'GB') },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
      workplace: fc.constantFrom(...workplaceTypes),
      employment: fc.uniqueArray(fc.constantFrom(...employmentLabels), { maxLength: 3 }),
      pay: fc.record(
        {
          min: fc.integer({ min: 1, max: 500 }),
          max: fc.integer({ min: 500, max: 1000 }),
          currency: fc.constantFrom('USD', 'EUR'),
          period: fc.constantFrom(...payPeriods),
        },
        { requiredKeys: ['period'] },
      ),
      posted: day,
      closes: day,
      requisitionId: text,
    },
    { requiredKeys: ['title', 'company', 'places', 'employment'] },
  )
  .chain((fields) => fc.tuple(fc.constant(fields), fc.option(text, { nil: undefined })))
  .map(([fields, body]): JobPosting => {
    const history = { slot: 0, id: 'jp_aaaaaaaaaaaaaaaaaaaa', sourceId: 's', memberId: 'm', ats: 'Lever' }
    const row = toJobRow(testPosting('1', fields), {
      ...history,
      firstSeen: '2026-11-15',
      changedOn: '2026-11-15',
      reopened: 0,
      repostOf: null,
    })
    const stored = { ...(JSON.parse(row.doc) as StoredJobPosting), captured_at: null }
    return body === undefined ? stored : { ...stored, description: descriptionOf(body) }
  })

function descriptionOf(body: string): NonNullable<JobPosting['description']> {
  return { html: `<p>${body}</p>`, text: body, version: 1, since: '2026-11-15' }
}

function readStructuredData(page: string): GoogleJobPosting | undefined {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1]
  return json === undefined ? undefined : JSON.parse(json)
}

describe('structured data', () => {
  it('of 1,000 posting pages meets the documented requirements, or is left out for want of a text or a country', () => {
    fc.assert(
      fc.property(job, (posting) => {
        const data = readStructuredData(
          postingPage({ job: posting, others: [], url: 'https://data.example.org/jobs/1', nowMs: 0 }),
        )
        const hasCountry = posting.places.some(({ country_code }) => country_code !== null)
        assert.equal(data !== undefined, hasCountry && posting.description != null)
        if (data === undefined) return
        assert.equal(data.description, posting.description?.html)
        assert.equal(data.datePosted, posting.posted ?? undefined)
        assert.deepEqual(
          [...Value.Errors(GoogleJobPosting, data)].map(
            ({ instancePath, message }) => `${instancePath} ${message}`,
          ),
          [],
        )
        // Either a place of work, or remote with the countries from which people may apply.
        const isRemote = data.jobLocationType === 'TELECOMMUTE'
        assert.equal(data.applicantLocationRequirements !== undefined, isRemote)
        assert.equal(data.jobLocation !== undefined, !isRemote)
        const { value: one, minValue, maxValue } = data.baseSalary?.value ?? { value: 0 }
        assert.ok(one !== undefined || minValue !== undefined || maxValue !== undefined)
        assert.equal(data.title, posting.title)
      }),
      { numRuns: 1000 },
    )
  })
})
