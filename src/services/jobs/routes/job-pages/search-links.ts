/** Links between searches: the filters of a page as a query string, with one of them added or removed. */

import { toFilterValue } from '../../queries/filter-values.ts'
import type { JobFilter } from '../../queries/filters.ts'

export type FilterName = Exclude<keyof JobFilter, 'location'>

/** The filters that a query string states, without the default of `active`. */
export function toQueryString(
  filter: JobFilter,
  extra: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of [...Object.entries(filter), ...Object.entries(extra)]) {
    if (value !== undefined && !(name === 'active' && value === true)) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

export function withFilter(filter: JobFilter, name: FilterName, value: string): string {
  return toQueryString({ ...filter, [name]: toFilterValue(value, name) })
}

export function withoutFilter(filter: JobFilter, name: FilterName): string {
  return toQueryString({ ...filter, [name]: undefined })
}

/** The filters in use, `active` aside. */
export function statedFilters(filter: JobFilter): (readonly [name: FilterName, value: string])[] {
  return (Object.entries(filter) as [FilterName, unknown][])
    .filter(([name, value]) => name !== 'active' && value !== undefined)
    .map(([name, value]) => [name, String(value)])
}
