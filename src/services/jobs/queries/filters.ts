/** The filters of search and facets, and the query that they become. */

import type { Location } from '../../../core/places/choose-place.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import { facetKey } from '../normalise/fold.ts'
import { payKey, toDayNumber } from '../schema/block.ts'
import type { PayPeriod } from '../schema/vocabulary.ts'
import { payCurrencyDefault, toYearly } from './blocks/yearly-pay.ts'
import type { Condition, TextCondition } from './condition.ts'
import type { JobQuery } from './job-search.ts'
import { placeFilters } from './place-filters.ts'
import { parseQuery } from './words/parse-query.ts'

export interface JobFilter {
  readonly active: boolean
  readonly q?: string | undefined
  /** Searches for the words of `q` as they are written. */
  readonly literal?: boolean | undefined
  readonly department?: string | undefined
  readonly company?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly country?: string | undefined
  readonly workplace_type?: string | undefined
  readonly employment_type?: string | undefined
  readonly ats?: string | undefined
  readonly job_function?: string | undefined
  readonly seniority?: string | undefined
  readonly near?: string | undefined
  /** The place in `near`. */
  readonly location?: Location | undefined
  readonly radius_miles?: number | undefined
  readonly salary_min?: number | undefined
  readonly salary_currency?: string | undefined
  readonly salary_period?: PayPeriod | undefined
  readonly posted_after?: string | undefined
  readonly posted_before?: string | undefined
  readonly first_seen_after?: string | undefined
  readonly changed_after?: string | undefined
  readonly closed_since?: string | undefined
}

/** Undefined if nothing can match. */
export function toJobQuery(filter: JobFilter): JobQuery | undefined {
  const text = filter.q === undefined ? undefined : parseQuery(filter.q, filter.literal)
  const equal = equalFilters(filter)
  const places = placeFilters(filter)
  if (equal === undefined || places === undefined || (filter.q !== undefined && text === undefined))
    return undefined
  const conditions = [
    ...equal,
    ...places,
    ...nearFilters(filter),
    ...employmentFilters(filter.employment_type),
    ...dayFilters(filter),
    ...payFilters(filter),
  ]
  return { active: filter.active, conditions, text }
}

export const radiusMilesDefault = 25

function nearFilters({ location, radius_miles = radiusMilesDefault }: JobFilter): Condition[] {
  return location === undefined ? [] : [{ near: location, radiusMiles: radius_miles }]
}

/** The fields whose values are compared as a whole. */
const equalFields = ['department', 'company', 'workplace_type', 'ats', 'job_function', 'seniority'] as const

/** Undefined if no value can match. */
function equalFilters(filter: JobFilter): TextCondition[] | undefined {
  const filters: TextCondition[] = []
  for (const field of equalFields) {
    const text = filter[field]
    if (text === undefined) continue
    const { included, excluded } = parseValues(text)
    const keyOf = (label: string) => facetKey(field, toLabel(field, label))
    const keys = included.map(keyOf).filter((key) => key !== '')
    if (keys.length === 0 && (included.length > 0 || excluded.length === 0)) return undefined
    if (keys.length > 0) filters.push({ field, keys })
    if (excluded.length > 0) filters.push({ field, keys: excluded.map(keyOf), isExcluded: true })
  }
  return filters
}

function toLabel(field: (typeof equalFields)[number], label: string): string {
  return field === 'workplace_type' ? label.replace('_', ' ') : label
}

/** One label matches every posting that has it; several with commas between them match exactly that combination. */
function employmentFilters(employmentType: string | undefined): Condition[] {
  if (employmentType === undefined) return []
  const { included, excluded } = parseValues(employmentType)
  return [
    ...(included.length === 0 ? [] : [employmentFilter(included)]),
    ...(excluded.length === 0 ? [] : [{ ...employmentFilter(excluded), isExcluded: true }]),
  ]
}

function employmentFilter(values: readonly string[]): TextCondition {
  const field = 'employment_type'
  return { field, keys: values.map((value) => facetKey(field, value)) }
}

function dayFilters(filter: JobFilter): Condition[] {
  const days = [
    ['posted_after', 'posted', 'after'],
    ['posted_before', 'posted', 'before'],
    ['first_seen_after', 'first_seen', 'after'],
    ['changed_after', 'changed', 'after'],
    ['closed_since', 'closed', 'since'],
  ] as const
  return days.flatMap(([name, field, side]): Condition[] => {
    const day = filter[name]
    if (day === undefined) return []
    if (side === 'since') return [{ field, from: Math.max(1, toDayNumber(day)), to: Infinity }]
    // Day 0 means that there is none.
    return side === 'after'
      ? [{ field, from: Math.max(1, toDayNumber(day) + 1), to: Infinity }]
      : [{ field, from: 1, to: toDayNumber(day) - 1 }]
  })
}

/**
 * Compares the maximum pay, or the minimum if there is no maximum, per year and in the currency of the amount. Without an amount,
 * currency and period are those that the board states.
 */
function payFilters({ salary_min, salary_currency, salary_period }: JobFilter): Condition[] {
  if (salary_min !== undefined) {
    const from = toYearly(salary_min, salary_period ?? 'year')
    return [{ field: 'yearlyPay', currency: salary_currency ?? payCurrencyDefault, from, to: Infinity }]
  }
  const filters: Condition[] = []
  if (salary_period !== undefined) filters.push({ field: 'pay', keys: [payKey('', salary_period)] })
  const currency = salary_currency?.toUpperCase()
  if (currency !== undefined) filters.push({ field: 'pay', keys: [payKey(currency, '')] })
  return filters
}
