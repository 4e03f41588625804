/** The `filter` parameters of the news flow: `key:value,value`, which must come in alphabetical order. */

import { countryMarkets } from '../listings/countries.ts'
import { sectors } from '../listings/sectors.ts'
import { own } from '../own.ts'
import { newsLanguages, newsProviders } from './providers.ts'
import { activityOf, categoryOf, corporateActivities, type Story } from './stories.ts'

export type NewsFilters = ReadonlyMap<string, readonly string[]>

/** What is wrong, in the provider's words. */
export class FilterError extends Error {
  readonly status: 400 | 422

  constructor(message: string, status: 400 | 422 = 400) {
    super(message)
    this.status = status
  }
}

const markets = new Set('bond corp_bond crypto economic etf forex futures index stock'.split(' '))
const priorities = new Set('flash important key_facts top_stories'.split(' '))
const economicCategories = new Set(
  'business consumer gdp government health housing labor money prices taxes trade'.split(' '),
)
const providers = new Set(newsProviders.map(({ id }) => id))
const countries = new Set(countryMarkets.map(({ country }) => country))
const sectorNames = new Set(sectors.map(({ name }) => name))

/** Which values a key can have; keys that are not here are dropped without a word. */
const known: Readonly<Record<string, (value: string) => boolean>> = {
  lang: (value) => newsLanguages.has(value),
  market: (value) => markets.has(value),
  market_country: (value) => countries.has(value) || /^[A-Z]{2}$/.test(value),
  symbol: () => true,
  sector: (value) => sectorNames.has(value),
  corp_activity: (value) => corporateActivities.has(value),
  economic_category: (value) => economicCategories.has(value),
  priority: (value) => priorities.has(value),
  provider: (value) => providers.has(value),
  id: () => true,
}

/** Throws `FilterError`. The older feed does not mind the order. */
export function parseFilters(texts: readonly string[], isOrdered: boolean): NewsFilters {
  const pairs = texts.map((text): [string, string[]] => {
    const colon = text.indexOf(':')
    return colon < 0 ? [text, []] : [text.slice(0, colon), text.slice(colon + 1).split(',')]
  })
  if (isOrdered && !isSorted(pairs.map(([key]) => key))) {
    throw new FilterError('Bad Request: incorrect order of filters: filters must be sorted')
  }
  const filters = new Map<string, string[]>()
  for (const [key, values] of pairs) {
    const isValid = own(known, key)
    if (isValid === undefined) continue
    if (isOrdered && !isSorted(values)) {
      throw new FilterError(`Bad Request: incorrect order of filter values: filter values must be sorted`)
    }
    if (values.length === 0 || !values.every(isValid)) {
      throw new FilterError(`Bad Request: filter '${key}' has invalid values`)
    }
    if (key === 'symbol' && values.some((value) => !value.includes(':'))) {
      throw new FilterError("Unprocessable Entity: filter 'symbol' has no exchange", 422)
    }
    filters.set(key, values)
  }
  const lang = filters.get('lang')
  if (lang === undefined || lang.length !== 1)
    throw new FilterError("Bad Request: filter 'lang' has invalid values")
  return filters
}

function isSorted(values: readonly string[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] as string) <= value)
}

export function fitsFilters(filters: NewsFilters, story: Story): boolean {
  for (const [key, values] of filters) {
    const value = ownValues(key, story)
    if (value !== undefined && !value.some((one) => values.includes(one))) return false
  }
  return true
}

/** What a story has for a key; nothing for keys that are not about single stories. */
function ownValues(key: string, story: Story): readonly string[] | undefined {
  const { listing, provider } = story
  switch (key) {
    case 'lang':
      return [provider.lang]
    case 'market':
      return [categoryOf(listing)]
    case 'market_country':
      return [listing.country]
    case 'sector':
      return [listing.sector]
    case 'provider':
      return [provider.id]
    case 'corp_activity':
      return [activityOf(story) ?? '']
    case 'economic_category':
      return listing.type === 'economic' ? ['gdp', 'prices', 'labor', 'money'] : []
    case 'priority':
      return story.isUrgent ? ['flash', 'important', 'top_stories'] : ['key_facts']
    default:
      return undefined
  }
}
