/** The `filter` parameters of the news flow: `key:value,value`, in alphabetical order. */

import { sectors } from '../listings/sectors.ts'
import { lookup } from '../lookup.ts'
import { newsLanguages, newsProviders } from './providers.ts'
import { activityOf, categoryOf, corporateActivities, type Story } from './stories.ts'

export type NewsFilters = ReadonlyMap<string, readonly string[]>

/** Carries the message the real service sends. */
export class FilterError extends Error {
  readonly status: 400 | 422

  constructor(message: string, status: 400 | 422 = 400) {
    super(message)
    this.status = status
  }
}

interface FilterKey {
  isValid(value: string): boolean
  /** What a story has for the key; undefined where every story matches. */
  valuesOf(story: Story): readonly string[] | undefined
}

function oneOf(values: Iterable<string>): (value: string) => boolean {
  const known = new Set(values)
  return (value) => known.has(value)
}

const economicCategories =
  'business consumer gdp government health housing labor money prices taxes trade'.split(' ')

/** Keys that are not here are ignored. */
const keys: Readonly<Record<string, FilterKey>> = {
  lang: { isValid: oneOf(newsLanguages), valuesOf: ({ provider }) => [provider.lang] },
  market: {
    isValid: oneOf('bond corp_bond crypto economic etf forex futures index stock'.split(' ')),
    valuesOf: ({ listing }) => [categoryOf(listing)],
  },
  market_country: {
    isValid: (value) => /^[A-Z]{2}$/.test(value),
    valuesOf: ({ listing }) => [listing.country],
  },
  symbol: { isValid: () => true, valuesOf: () => undefined },
  sector: { isValid: oneOf(sectors.map(({ name }) => name)), valuesOf: ({ listing }) => [listing.sector] },
  corp_activity: {
    isValid: oneOf(corporateActivities),
    valuesOf: (story) => [activityOf(story) ?? ''],
  },
  economic_category: {
    isValid: oneOf(economicCategories),
    valuesOf: ({ listing }) => (listing.type === 'economic' ? economicCategories : []),
  },
  priority: {
    isValid: oneOf('flash important key_facts top_stories'.split(' ')),
    valuesOf: ({ isUrgent }) => (isUrgent ? ['flash', 'important', 'top_stories'] : ['key_facts']),
  },
  provider: { isValid: oneOf(newsProviders.map(({ id }) => id)), valuesOf: ({ provider }) => [provider.id] },
}

/** Throws `FilterError`. The first version of the flow accepts any order. */
export function parseFilters(texts: readonly string[], isOrdered: boolean): NewsFilters {
  const pairs = texts.map((text): [string, string[]] => {
    const [key = '', ...rest] = text.split(':')
    return [key, rest.join(':').split(',')]
  })
  if (isOrdered && !isSorted(pairs.map(([key]) => key))) {
    throw new FilterError('Bad Request: incorrect order of filters: filters must be sorted')
  }
  const filters = new Map(pairs.filter(([key]) => lookup(keys, key) !== undefined))
  for (const [key, values] of filters) {
    if (isOrdered && !isSorted(values)) {
      throw new FilterError('Bad Request: incorrect order of filter values: filter values must be sorted')
    }
    if (!values.every((value) => value !== '' && keys[key]?.isValid(value))) throw invalidValues(key)
    if (key === 'symbol' && !values.every((value) => value.includes(':'))) {
      throw new FilterError("Unprocessable Entity: filter 'symbol' has no exchange", 422)
    }
  }
  if (filters.get('lang')?.length !== 1) throw invalidValues('lang')
  return filters
}

function invalidValues(key: string): FilterError {
  return new FilterError(`Bad Request: filter '${key}' has invalid values`)
}

function isSorted(values: readonly string[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] as string) <= value)
}

export function matchesFilters(filters: NewsFilters, story: Story): boolean {
  for (const [key, wanted] of filters) {
    const values = keys[key]?.valuesOf(story)
    if (values !== undefined && !values.some((value) => wanted.includes(value))) return false
  }
  return true
}
