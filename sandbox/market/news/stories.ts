/** News stories, derived from the listing and the day: none is stored. */

import { type Day, dayOf, startOf } from '../../calendar.ts'
import { fraction, hash, pick } from '../hash.ts'
import { slug } from '../listings/company-names.ts'
import type { Listing } from '../listings/listing.ts'
import { dailyClose } from '../prices/daily.ts'
import { type NewsProvider, newsProviders } from './providers.ts'

export interface Story {
  readonly listing: Listing
  readonly publishedMs: number
  readonly provider: NewsProvider
  readonly key: number
  readonly isUrgent: boolean
}

/** Stories older than this are gone. */
export const newsDays = 60

const storiesPerDayMax = 3

/** The stories about a listing on a day; none from after `nowMs`. Famous listings have some daily, others rarely. */
export function storiesAbout(listing: Listing, day: Day, nowMs: number): Story[] {
  const likelihood = listing.firstDay > dayOf(nowMs) ? 0 : listing.fame ** 4 * 0.85
  const stories: Story[] = []
  for (let at = 0; at < storiesPerDayMax; at++) {
    const key = hash(hash(listing.key, 800 + at), day)
    if (fraction(key, 1) > likelihood) continue
    const publishedMs = startOf(day) + Math.floor(fraction(key, 2) * 86_400) * 1000
    if (publishedMs > nowMs) continue
    stories.push({
      listing,
      publishedMs,
      provider: providerOf(listing, key),
      key,
      isUrgent: hash(key, 4) % 25 === 0,
    })
  }
  return stories
}

const languages = [...new Set(newsProviders.map(({ lang }) => lang))]

/** Half of the stories are in English. */
function providerOf({ baseCurrency }: Listing, key: number): NewsProvider {
  const lang = hash(key, 5) % 2 === 0 ? 'en' : pick(key, 6, languages)
  const candidates = newsProviders.filter(
    (provider) => provider.lang === lang && (provider.id !== 'coinfold' || baseCurrency !== ''),
  )
  return pick(key, 7, candidates)
}

/** The percent change of the day before, for stories about a price; it agrees with the chart. */
function changeOf({ listing, key, publishedMs }: Story): number | undefined {
  if (hash(key, 9) % 2 === 0) return undefined
  const day = dayOf(publishedMs) - 1
  const before = dailyClose(listing, day - 1)
  return (100 * (dailyClose(listing, day) - before)) / before
}

/** By language: the price rose, the price fell, anything else. */
const headlines: Readonly<Record<string, readonly [string, string, string]>> = {
  en: ['{name} gains {figure}', '{name} slips {figure}', 'Analysts revisit their view of {name}'],
  de: ['{name} schließt {figure} fester', '{name} verliert {figure}', 'Ausblick auf die Zahlen von {name}'],
  fr: ['{name} gagne {figure}', '{name} cède {figure}', '{name} : ce que les analystes attendent'],
  es: ['{name} sube un {figure}', '{name} cae un {figure}', '{name}: las claves de la semana'],
  ja: ['{name}、{figure}高', '{name}、{figure}安', '{name}：今週の注目点'],
}

export function titleOf(story: Story): string {
  const change = changeOf(story)
  const [rise, fall, other] = headlines[story.provider.lang] ?? ['', '', '']
  const template = change === undefined ? other : change >= 0 ? rise : fall
  return template
    .replace('{name}', story.listing.description)
    .replace('{figure}', `${Math.abs(change ?? 0).toFixed(1)}%`)
}

/** `agency:0a1b2c3d4e094b:0`, or a tag with the year as wire services write it. */
export function storyId({ listing, provider, key, publishedMs }: Story): string {
  const number = `${key.toString(16).padStart(8, '0')}${listing.row.toString(16).padStart(5, '0')}`
  if (!provider.hasTagIds) return `${provider.id}:${number}:0`
  const year = new Date(publishedMs).getUTCFullYear()
  return `tag:${provider.id}.example,${year}:newsml_${number.toUpperCase()}:0`
}

/** The story with an id that `storyId` made. */
export function findStory(id: string, listings: readonly Listing[], nowMs: number): Story | undefined {
  const row = /[:_][\da-f]{8}([\da-f]{5}):0$/i.exec(id)?.[1]
  const listing = listings[Number.parseInt(row ?? '', 16)]
  if (listing === undefined) return undefined
  for (let age = 0; age < newsDays; age++) {
    const found = storiesAbout(listing, dayOf(nowMs) - age, nowMs).find((story) => storyId(story) === id)
    if (found !== undefined) return found
  }
  return undefined
}

export function storyPath(story: Story): string {
  const words = slug(titleOf(story))
  return `/news/${storyId(story).replace(/^tag:/, '')}${words === '' ? '' : `-${words}`}/`
}

const categories: Readonly<Record<string, string>> = {
  dr: 'stock',
  fund: 'etf',
  spot: 'crypto',
  swap: 'crypto',
  commodity: 'futures',
}

/** `stock`, `etf`, `crypto`, `forex`, `index`, `futures`, `bond` or `economic`. */
export function categoryOf({ type }: Listing): string {
  return categories[type] ?? type
}

export const corporateActivities = [
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
]

/** Of a company story that is not about the price. */
export function activityOf(story: Story): string | undefined {
  if (categoryOf(story.listing) !== 'stock' || changeOf(story) !== undefined) return undefined
  return pick(story.key, 11, corporateActivities)
}
