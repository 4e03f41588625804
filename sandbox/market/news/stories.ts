/** Stories: which are told on a day about which listing, without keeping any of them. */

import { type Day, dayOf, startOf } from '../../calendar.ts'
import { slug } from '../listings/company-names.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { dailyClose } from '../prices/daily.ts'
import { mix, unit } from '../prices/noise.ts'
import { headline } from './headlines.ts'
import { type NewsProvider, newsProviders } from './providers.ts'

export interface Story {
  readonly listing: Listing
  /** Another listing the story names, when it does. */
  readonly also: Listing | undefined
  readonly publishedMs: number
  readonly provider: NewsProvider
  readonly key: number
  readonly isUrgent: boolean
}

/** How many days back stories are still told. */
export const newsDays = 60

const storiesPerDayMax = 3

/** Told about one listing on one day, latest first; none from after `nowMs`. */
export function storiesAbout(listings: Listings, listing: Listing, day: Day, nowMs: number): Story[] {
  const found: Story[] = []
  for (let at = 0; at < storiesPerDayMax; at++) {
    const key = mix(mix(listing.key, 800 + at), day)
    if (unit(key, 1) > likelihood(listing)) continue
    const publishedMs = startOf(day) + Math.floor(unit(key, 2) * 86_400) * 1000
    if (publishedMs > nowMs) continue
    const provider = providerOf(listing, key)
    const also = mix(key, 3) % 3 === 0 ? companion(listings, listing) : undefined
    found.push({ listing, also, publishedMs, provider, key, isUrgent: mix(key, 4) % 25 === 0 })
  }
  return found
}

/** What is famous is written about daily, the rest once in a while. */
function likelihood({ fame, firstDay }: Listing): number {
  return firstDay > 100_000 ? 0 : fame ** 4 * 0.85
}

/** Two that are named together are each other's companion. */
export function companion(listings: Listings, { row }: Listing): Listing | undefined {
  return listings.all[row % 2 === 0 ? row + 1 : row - 1]
}

/** Half of the stories are in the language of the place, where an agency writes in it. */
function providerOf({ country, type }: Listing, key: number): NewsProvider {
  const local = languageOf[country]
  const lang =
    local !== undefined && mix(key, 5) % 2 === 0 ? local : mix(key, 6) % 6 === 0 ? anyLanguage(key) : 'en'
  const writers = newsProviders.filter((provider) => provider.lang === lang && fitsCoins(provider, type))
  return writers[mix(key, 7) % writers.length] ?? (newsProviders[0] as NewsProvider)
}

function fitsCoins({ id }: NewsProvider, type: Listing['type']): boolean {
  return id !== 'coinfold' || type === 'spot' || type === 'swap'
}

const languageOf: Readonly<Record<string, string>> = {
  DE: 'de',
  AT: 'de',
  CH: 'de',
  FR: 'fr',
  BE: 'fr',
  ES: 'es',
  AR: 'es',
  MX: 'es',
  BR: 'pt',
  PT: 'pt',
  IT: 'it',
  PL: 'pl',
  TR: 'tr',
  JP: 'ja',
  CN: 'zh-Hans',
}

const languages = [...new Set(newsProviders.map((provider) => provider.lang))]

function anyLanguage(key: number): string {
  return languages[mix(key, 8) % languages.length] as string
}

/** Some stories tell the change of the day before, so they agree with the chart. */
export function changeOf({ listing, key, publishedMs }: Story): number | undefined {
  if (mix(key, 9) % 2 === 0) return undefined
  const day = dayOf(publishedMs) - 1
  const before = dailyClose(listing, day - 1)
  return (100 * (dailyClose(listing, day) - before)) / before
}

export function titleOf(story: Story): string {
  return headline(story.provider.lang, story.listing.description, changeOf(story), mix(story.key, 10))
}

/** `agency:0a1b2c3d4e094b:0`, or a tag with the year as wire services write it. */
export function storyId({ listing, provider, key, publishedMs }: Story): string {
  const number = `${key.toString(16).padStart(8, '0')}${(listing.row * 7).toString(16).padStart(5, '0')}`
  if (provider.idForm === 'hash') return `${provider.id}:${number}:0`
  return `tag:${provider.id}.example,${new Date(publishedMs).getUTCFullYear()}:newsml_${number.toUpperCase()}:0`
}

export function storyPath(story: Story): string {
  const id = storyId(story).replace(/^tag:/, '')
  const words = slug(titleOf(story))
  return words === '' ? `/news/${id}/` : `/news/${id}-${words}/`
}

export type NewsCategory = 'stock' | 'etf' | 'crypto' | 'forex' | 'index' | 'futures' | 'bond' | 'economic'

export function categoryOf({ type }: Listing): NewsCategory {
  switch (type) {
    case 'fund':
      return 'etf'
    case 'spot':
    case 'swap':
      return 'crypto'
    case 'forex':
    case 'index':
    case 'futures':
    case 'bond':
    case 'economic':
      return type
    case 'commodity':
      return 'futures'
    default:
      return 'stock'
  }
}

const activities = [
  'credit_ratings',
  'dividends',
  'earnings',
  'earnings_calls',
  'esg',
  'insider_trading',
  'ipo',
  'management',
  'mergers_and_acquisitions',
  'ownership_changes',
  'recommendation',
  'share_buybacks',
  'strategy_business_products',
] as const

export const corporateActivities: ReadonlySet<string> = new Set(activities)

/** Of a story about a company that is not about its price. */
export function activityOf(story: Story): string | undefined {
  if (categoryOf(story.listing) !== 'stock' || changeOf(story) !== undefined) return undefined
  return activities[mix(story.key, 11) % activities.length]
}
