/** Notices that postings no longer have a field: one response without it is no proof. */

import { isUnusualLoss } from '../../../core/short-list.ts'
import { splitPipes } from '../schema/facets.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import type { JobRow } from '../schema/tables.ts'
import { absenceGapMs } from './assess-listing.ts'

/** Columns that are empty if the posting lacks the field. */
const textColumns = ['department_key', 'workplace_key', 'employment_key'] as const
const listColumns = ['cities', 'regions', 'countries'] as const
/** Columns that are null if the posting lacks the field. */
const nullableColumns = [
  'posted_on',
  'closes_on',
  'pay_min',
  'pay_max',
  'same_requisition',
  'same_text',
] as const

export const lossColumns = [...textColumns, ...listColumns, ...nullableColumns] as const
type Fields = Pick<JobRow, (typeof lossColumns)[number]>

type Field = keyof Fields

function has(fields: Fields, field: Field): boolean {
  return fields[field] !== null && fields[field] !== ''
}

/** The fields that the posting lacks and had. New rules may read fewer places in the same text: that is no loss. */
export function findLostFields(previous: Fields, next: Fields, areSameRules = true): Field[] {
  const lists = areSameRules ? listColumns : []
  return [
    ...[...textColumns, ...nullableColumns].filter((field) => has(previous, field) && !has(next, field)),
    ...lists.filter((field) => lacksKeys(splitPipes(previous[field]), splitPipes(next[field]))),
  ]
}

/** How long a field stays that many postings lost at once: the board, not the employer, is the likely cause. */
const massLossStaysMs = 7 * 86_400_000

/** A posting without fields that it had. */
export interface Loss {
  readonly posting: Posting
  readonly previous: Fields & Pick<JobRow, 'lost_at'>
  readonly row: JobRow
  readonly fields: readonly Field[]
}

/** The losses that an earlier list confirms. `stored`: the active postings of the board. */
export function findConfirmedLosses<AnyLoss extends Loss>(
  losses: readonly AnyLoss[],
  stored: readonly Fields[],
  nowMs: number,
): ReadonlySet<AnyLoss> {
  const massLosses = new Set<Field>()
  for (const field of new Set(losses.flatMap(({ fields }) => fields))) {
    const lost = losses.filter(({ fields }) => fields.includes(field)).length
    const holders = stored.filter((fields) => has(fields, field)).length
    if (isUnusualLoss(lost, holders)) massLosses.add(field)
  }
  return new Set(
    losses.filter(({ previous: { lost_at: lostAt }, fields }) => {
      const staysMs = fields.some((field) => massLosses.has(field)) ? massLossStaysMs : absenceGapMs
      return lostAt !== null && nowMs - lostAt >= staysMs
    }),
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
