/** The filters of search and facets, and the conditions they become. */

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { parseSearch } from '../../../store/full-text.ts'
import type { Dialect } from '../../../store/store.ts'
import { countryName, parseCountry } from '../normalise/countries.ts'
import { employmentBits } from '../normalise/employment.ts'
import { facetKey } from '../normalise/fold.ts'
import { payKey, toDayNumber } from '../schema/block.ts'
import { facetColumns, scopedFields, scopeKey } from '../schema/facets.ts'
import type { JobsReadModelTables } from '../schema/tables.ts'
import type { BlockFilter, BlockQuery } from './blocks/block-cache.ts'

export interface JobFilter {
  readonly active: boolean
  readonly q?: string | undefined
  readonly department?: string | undefined
  readonly company?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly country?: string | undefined
  readonly workplace_type?: string | undefined
  readonly employment_type?: string | undefined
  readonly ats?: string | undefined
  readonly salary_min?: number | undefined
  readonly salary_currency?: string | undefined
  readonly salary_period?: string | undefined
  readonly posted_after?: string | undefined
  readonly posted_before?: string | undefined
  readonly first_seen_after?: string | undefined
  readonly changed_after?: string | undefined
}

export type FilterValue = string | number

/** One filter in use. The names of all conditions identify the prepared statement. */
export interface Condition {
  readonly name: string
  /** The facet field whose value it fixes. */
  readonly field?: (typeof equalFields | typeof listFields)[number]
  readonly values: Readonly<Record<string, FilterValue>>
  /** The same condition for blocks. Full text cannot be searched there. */
  readonly blockFilter?: BlockFilter
  where(
    eb: ExpressionBuilder<JobsReadModelTables, 'job'>,
    value: (name: string) => FilterValue,
  ): Expression<SqlBool>
}

/** Undefined if nothing can match. */
export function toConditions(filter: JobFilter, dialect: Dialect): Condition[] | undefined {
  const conditions: Condition[] = []
  if (filter.q !== undefined) {
    const query = parseSearch(filter.q)
    if (query.length === 0) return undefined
    conditions.push({
      name: 'q',
      values: { q: dialect.fullText.toMatch(query) },
      where: (_, value) => dialect.fullText.matches('job', value('q') as string),
    })
  }
  for (const field of equalFields) {
    const label = filter[field]
    if (label === undefined) continue
    const key = facetKey(field, field === 'workplace_type' ? label.replace('_', ' ') : label)
    if (key === '') return undefined
    conditions.push({
      name: field,
      field,
      values: { [field]: key },
      blockFilter: { field, key },
      where: (eb, value) => eb(`job.${facetColumns[field]}`, '=', value(field) as string),
    })
  }
  for (const field of listFields) {
    const label = filter[field]
    if (label === undefined) continue
    const key = facetKey(field, field === 'country' ? countryLabel(label) : label)
    if (key === '') return undefined
    conditions.push({
      name: field,
      field,
      values: { [field]: key, [`${field}_like`]: `%|${key.replace(/[\\%_]/g, '\\$&')}|%` },
      blockFilter: { field, key },
      where: (_, value) =>
        sql<SqlBool>`${sql.ref(`job.${facetColumns[field]}`)} like ${value(`${field}_like`)} escape '\\'`,
    })
  }
  const employment = employmentCondition(filter.employment_type)
  if (employment !== undefined) conditions.push(employment)
  conditions.push(...dayConditions(filter), ...payConditions(filter))
  return conditions
}

/** Whether rows are found by the full-text index rather than in the blocks. */
export function hasFullText(conditions: readonly Condition[]): boolean {
  return conditions.some(({ blockFilter }) => blockFilter === undefined)
}

/** The scope whose counts are stored, if the conditions amount to one. */
export function storedScope(conditions: readonly Condition[]): string | undefined {
  const [only, ...others] = conditions
  if (only === undefined) return ''
  const field = scopedFields.find((scoped) => scoped === only.field)
  return field === undefined || others.length > 0 ? undefined : scopeKey(field, only.values[field] as string)
}

export function toBlockQuery({ active }: JobFilter, conditions: readonly Condition[]): BlockQuery {
  return { active, filters: conditions.flatMap(({ blockFilter }) => blockFilter ?? []) }
}

const equalFields = ['department', 'company', 'workplace_type', 'ats'] as const
const listFields = ['city', 'region', 'country'] as const

function countryLabel(country: string): string {
  const code = parseCountry(country)
  return (code === undefined ? undefined : countryName(code)) ?? country
}

/** One label matches every posting that has it; several match exactly that combination. */
function employmentCondition(employmentType: string | undefined): Condition | undefined {
  if (employmentType === undefined) return undefined
  const key = facetKey('employment_type', employmentType)
  if (employmentType.includes(',')) {
    return {
      name: 'employment',
      values: { employment: key },
      blockFilter: { field: 'employment_type', key },
      where: (eb, value) => eb('job.employment_key', '=', value('employment') as string),
    }
  }
  return {
    name: 'employment_bits',
    values: { employment_bits: employmentBits([employmentType]) },
    blockFilter: { field: 'employment_type', has: (labels) => labels.split(', ').includes(key) },
    where: (_, value) => sql<SqlBool>`(job.employment_bits & ${value('employment_bits')}) <> 0`,
  }
}

function dayConditions(filter: JobFilter): Condition[] {
  const days = [
    ['posted_after', 'posted_on', '>', 'posted'],
    ['posted_before', 'posted_on', '<', 'posted'],
    ['first_seen_after', 'first_seen', '>', 'first_seen'],
    ['changed_after', 'changed_on', '>', 'changed'],
  ] as const
  return days.flatMap(([name, column, operator, field]) => {
    const day = filter[name]
    if (day === undefined) return []
    return [
      {
        name,
        values: { [name]: day },
        blockFilter: {
          field,
          ...(operator === '>'
            ? { from: Math.max(1, toDayNumber(day) + 1), to: Infinity }
            : { from: 1, to: toDayNumber(day) - 1 }),
        },
        where: (eb, value) => eb(`job.${column}`, operator, value(name) as string),
      },
    ] satisfies Condition[]
  })
}

/** Compares the maximum pay, or the minimum if there is no maximum. */
function payConditions({ salary_min, salary_currency, salary_period }: JobFilter): Condition[] {
  const conditions: Condition[] = []
  if (salary_min !== undefined) {
    conditions.push({
      name: 'salary_min',
      values: { salary_min },
      blockFilter: { field: 'payMax', from: salary_min, to: Infinity },
      where: (_, value) => sql<SqlBool>`coalesce(job.pay_max, job.pay_min) >= ${value('salary_min')}`,
    })
  }
  const period = salary_period ?? (salary_min === undefined ? undefined : 'year')
  if (period !== undefined) {
    conditions.push({
      name: 'salary_period',
      values: { salary_period: period },
      blockFilter: { field: 'pay', has: (pay) => pay.endsWith(payKey('', period)) },
      where: (eb, value) => eb('job.pay_period', '=', value('salary_period') as string),
    })
  }
  if (salary_currency !== undefined) {
    const currency = salary_currency.toUpperCase()
    conditions.push({
      name: 'salary_currency',
      values: { salary_currency: currency },
      blockFilter: { field: 'pay', has: (pay) => pay.startsWith(payKey(currency, '')) },
      where: (eb, value) => eb('job.pay_currency', '=', value('salary_currency') as string),
    })
  }
  return conditions
}
