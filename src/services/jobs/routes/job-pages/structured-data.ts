/** A posting as schema.org JobPosting, from what the board states and nothing else. */

import type { JobPosting } from '../../schema/job-posting.ts'
import type { EmploymentLabel, PayPeriod } from '../../schema/vocabulary.ts'

const employmentTypes: Readonly<Record<EmploymentLabel, string | undefined>> = {
  'Full Time': 'FULL_TIME',
  'Part Time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
  Temporary: 'TEMPORARY',
  Seasonal: 'TEMPORARY',
  Volunteer: 'VOLUNTEER',
  Casual: 'PER_DIEM',
  OTHER: 'OTHER',
  // These say how somebody is paid or for how long, not how much they work.
  Hourly: undefined,
  Regular: undefined,
  'Regular/Permanent': undefined,
}

const payUnits: Readonly<Record<PayPeriod, string>> = { hour: 'HOUR', week: 'WEEK', year: 'YEAR' }

/**
 * Undefined without a text of the board or a place, for remote jobs the country from which people may apply: search engines
 * reject such a page, and it is better without the data. The date is left out if the board has none: the day on which the job was
 * first seen says when it was read.
 */
export function toStructuredData(job: JobPosting): object | undefined {
  const description = job.description?.html ?? ''
  const isRemote = job.workplace_type === 'Remote'
  const places = job.places.filter(({ country_code }) => country_code !== null)
  const countries = [...new Set(places.map(({ country_code }) => country_code))]
  if (places.length === 0 || description === '') return undefined
  const types = [...new Set(job.employment_types.map((label) => employmentTypes[label]))].filter(
    (type) => type !== undefined,
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description,
    ...(job.posted === null ? {} : { datePosted: job.posted }),
    ...(job.closes_on === null ? {} : { validThrough: `${job.closes_on}T23:59:59Z` }),
    ...(types.length === 0 ? {} : { employmentType: types.length === 1 ? types[0] : types }),
    hiringOrganization: { '@type': 'Organization', name: job.company },
    identifier: { '@type': 'PropertyValue', name: job.company, value: job.requisition_id ?? job.id },
    ...(isRemote
      ? {
          jobLocationType: 'TELECOMMUTE',
          applicantLocationRequirements: countries.map((name) => ({ '@type': 'Country', name })),
        }
      : {
          jobLocation: places.map(({ city, region, country_code }) => ({
            '@type': 'Place',
            address: {
              '@type': 'PostalAddress',
              ...(city === null ? {} : { addressLocality: city }),
              ...(region === null ? {} : { addressRegion: region }),
              addressCountry: country_code,
            },
          })),
        }),
    ...baseSalary(job),
    // Applications are made on the employer's own page.
    directApply: false,
  }
}

function baseSalary({ pay }: JobPosting): object {
  if (pay === null || pay.currency === null || (pay.min === null && pay.max === null)) return {}
  const { min, max, currency, period } = pay
  const range = {
    ...(min === null ? {} : { minValue: min }),
    ...(max === null ? {} : { maxValue: max }),
  }
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency,
      value: {
        '@type': 'QuantitativeValue',
        ...(min === max || max === null ? { value: min } : range),
        unitText: payUnits[period],
      },
    },
  }
}
