/** Notices that a posting no longer has a field: one response without it is no proof. */

import { splitPipes } from '../schema/facets.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import type { JobRow } from '../schema/tables.ts'

/** Columns that are empty if the posting lacks the field. */
const textColumns = ['department_key', 'workplace_key', 'employment_key'] as const
const listColumns = ['cities', 'regions', 'countries'] as const
/** Columns that are null if the posting lacks the field. */
export const storedFields = [
  'posted_on',
  'closes_on',
  'pay_min',
  'pay_max',
  'same_requisition',
  'same_text',
] as const

type Fields = Pick<
  JobRow,
  (typeof textColumns)[number] | (typeof listColumns)[number] | (typeof storedFields)[number]
>

export function lacksField(previous: Fields, next: Fields): boolean {
  return (
    textColumns.some((column) => previous[column] !== '' && next[column] === '') ||
    listColumns.some((column) => lacksKeys(splitPipes(previous[column]), splitPipes(next[column]))) ||
    storedFields.some((column) => previous[column] !== null && next[column] === null)
  )
}

/** Whether the list lacks some keys and has no others instead. */
function lacksKeys(previous: readonly string[], next: readonly string[]): boolean {
  return next.length < previous.length && next.every((key) => previous.includes(key))
}

/** Fills what the posting lacks. */
export function withStoredFields(posting: Posting, job: StoredJobPosting): Posting {
  const places = job.places.map(({ city, region, country_code }) => ({
    ...(city === null ? {} : { city }),
    ...(region === null ? {} : { region }),
    ...(country_code === null ? {} : { country: country_code }),
  }))
  const { min, max, currency, period } = job.pay ?? {}
  const pay = period && {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
    period,
  }
  return {
    ...(job.role_group === '' ? {} : { department: job.role_group }),
    ...(job.workplace_type === null ? {} : { workplace: job.workplace_type }),
    ...(pay ? { pay } : {}),
    ...(job.posted === null ? {} : { posted: job.posted }),
    ...(job.closes_on === null ? {} : { closes: job.closes_on }),
    ...(job.requisition_id === null ? {} : { requisitionId: job.requisition_id }),
    ...posting,
    places: posting.places.length > 0 ? posting.places : places,
    employment: posting.employment.length > 0 ? posting.employment : job.employment_types,
  }
}
