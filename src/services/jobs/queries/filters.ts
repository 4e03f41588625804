/** The filters of search and facets, and the conditions they become. */

import { countryName, parseCountry } from '../../../core/places/countries.ts'
import { facetKey } from '../normalise/fold.ts'
import { payKey, toDayNumber } from '../schema/block.ts'
import { scopedFields, scopeKey, splitPipes } from '../schema/facets.ts'
import { cityInRegionKey } from '../schema/place-keys.ts'
import type { BlockFilter, BlockQuery } from './blocks/block-cache.ts'
import { parseQuery, type TextQuery } from './words/parse-query.ts'

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

/** One filter in use. */
export type Condition = FieldCondition | { readonly blockFilter: BlockFilter } | { readonly text: TextQuery }

/** Fixes the value of a facet field. */
export interface FieldCondition {
  readonly field: (typeof equalFields)[number] | 'city' | 'region' | 'country'
  readonly key: string
}

/** Undefined if nothing can match. */
export function toConditions(filter: JobFilter): Condition[] | undefined {
  const conditions: Condition[] = []
  if (filter.q !== undefined) {
    const text = parseQuery(filter.q)
    if (text === undefined) return undefined
    conditions.push({ text })
  }
  for (const field of equalFields) {
    const label = filter[field]
    if (label === undefined) continue
    const key = facetKey(field, toLabel(field, label))
    if (key === '') return undefined
    conditions.push({ field, key })
  }
  const places = placeConditions(filter)
  if (places === undefined) return undefined
  conditions.push(...places)
  const employment = employmentFilter(filter.employment_type)
  const blockFilters = [...(employment ? [employment] : []), ...dayFilters(filter), ...payFilters(filter)]
  return [...conditions, ...blockFilters.map((blockFilter) => ({ blockFilter }))]
}

/** The condition, if it is the only one and fixes the value of a field. */
export function onlyField([only, ...others]: readonly Condition[]): FieldCondition | undefined {
  return only !== undefined && 'field' in only && others.length === 0 ? only : undefined
}

/** The scope whose counts are stored, if the conditions amount to one. */
export function storedScope(conditions: readonly Condition[]): string | undefined {
  if (conditions.length === 0) return ''
  const only = onlyField(conditions)
  const field = scopedFields.find((scoped) => scoped === only?.field)
  return only === undefined || field === undefined ? undefined : scopeKey(field, only.key)
}

export function toBlockQuery({ active }: JobFilter, conditions: readonly Condition[]): BlockQuery {
  return {
    active,
    filters: conditions.flatMap((condition) => {
      if ('text' in condition) return []
      return 'blockFilter' in condition ? condition.blockFilter : condition
    }),
    text: conditions.find((condition) => 'text' in condition)?.text,
  }
}

const equalFields = ['department', 'company', 'workplace_type', 'ats'] as const

function toLabel(field: FieldCondition['field'], label: string): string {
  return field === 'workplace_type' ? label.replace('_', ' ') : label
}

/**
 * City, region and country must match one and the same place. Undefined if no place can. A city may be followed by its
 * country and a region preceded by the code of its country, as in the rows of facets.
 */
function placeConditions(filter: JobFilter): Condition[] | undefined {
  const city = splitCity(filter.city)
  const region = splitRegion(filter.region)
  const codes = [city?.country, region?.country, filter.country && parseCountry(filter.country)]
  const [country, another] = new Set(codes.filter((code) => code !== undefined && code !== ''))
  if (another !== undefined) return undefined
  const stated = filter.country !== undefined && country === undefined ? filter.country : undefined
  const countryLabel = stated ?? (country === undefined ? undefined : (countryName(country) ?? country))
  if (city?.key === '' || region?.key === '' || (countryLabel && facetKey('country', countryLabel) === ''))
    return undefined
  if (city !== undefined && region !== undefined)
    return [{ blockFilter: cityInRegion(city.key, region.key, country) }]
  if (city !== undefined) {
    if (countryLabel === undefined) return [{ field: 'city', key: city.key }]
    return [{ blockFilter: { field: 'city', key: facetKey('city', `${city.key}, ${countryLabel}`) } }]
  }
  if (region !== undefined) {
    if (countryLabel === undefined) return [{ field: 'region', key: region.key }]
    return [
      {
        blockFilter: { field: 'region', key: facetKey('region', `${country ?? countryLabel}-${region.key}`) },
      },
    ]
  }
  return countryLabel === undefined ? [] : [{ field: 'country', key: facetKey('country', countryLabel) }]
}

interface PlaceValue {
  readonly key: string
  readonly country: string | undefined
}

/** `London`, or `London, United Kingdom`. */
function splitCity(text: string | undefined): PlaceValue | undefined {
  if (text === undefined) return undefined
  const at = text.lastIndexOf(',')
  const country = at === -1 ? undefined : parseCountry(text.slice(at + 1).trim())
  const name = country === undefined ? text : text.slice(0, at)
  return { key: facetKey('city', name.replaceAll(',', ' ')), country }
}

/** `CT`, or `US-CT`. */
function splitRegion(text: string | undefined): PlaceValue | undefined {
  if (text === undefined) return undefined
  const country = /^[A-Za-z]{2}-/.test(text) ? parseCountry(text.slice(0, 2)) : undefined
  return { key: facetKey('region', country === undefined ? text : text.slice(3)), country }
}

function cityInRegion(city: string, region: string, country: string | undefined): BlockFilter {
  if (country !== undefined)
    return { field: 'region', key: cityInRegionKey(facetKey('region', `${country}-${region}`), city) }
  const end = cityInRegionKey(`-${region}`, city)
  return { field: 'region', has: (list) => splitPipes(list).some((key) => key.endsWith(end)) }
}

/** One label matches every posting that has it; several match exactly that combination. */
function employmentFilter(employmentType: string | undefined): BlockFilter | undefined {
  if (employmentType === undefined) return undefined
  const field = 'employment_type'
  const key = facetKey(field, employmentType)
  if (employmentType.includes(',')) return { field, key }
  return { field, has: (labels) => labels.split(', ').includes(key) }
}

function dayFilters(filter: JobFilter): BlockFilter[] {
  const days = [
    ['posted_after', 'posted', 'after'],
    ['posted_before', 'posted', 'before'],
    ['first_seen_after', 'first_seen', 'after'],
    ['changed_after', 'changed', 'after'],
  ] as const
  return days.flatMap(([name, field, side]): BlockFilter[] => {
    const day = filter[name]
    if (day === undefined) return []
    // Day 0 means that there is none.
    return side === 'after'
      ? [{ field, from: Math.max(1, toDayNumber(day) + 1), to: Infinity }]
      : [{ field, from: 1, to: toDayNumber(day) - 1 }]
  })
}

/** Compares the maximum pay, or the minimum if there is no maximum. */
function payFilters({ salary_min, salary_currency, salary_period }: JobFilter): BlockFilter[] {
  const filters: BlockFilter[] = []
  if (salary_min !== undefined) filters.push({ field: 'payMax', from: salary_min, to: Infinity })
  const period = salary_period ?? (salary_min === undefined ? undefined : 'year')
  if (period !== undefined) filters.push({ field: 'pay', has: (pay) => pay.endsWith(payKey('', period)) })
  const currency = salary_currency?.toUpperCase()
  if (currency !== undefined)
    filters.push({ field: 'pay', has: (pay) => pay.startsWith(payKey(currency, '')) })
  return filters
}
