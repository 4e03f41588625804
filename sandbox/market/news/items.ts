/** Stories as the two generations of the news service write them. */

import type { Listing } from '../listings/listing.ts'
import { mix } from '../prices/noise.ts'
import { baseLogo, currencyLogo } from '../scanner/listing-columns.ts'
import { lead } from './headlines.ts'
import { changeOf, type Story, storyId, storyPath, titleOf } from './stories.ts'

/** The older form: the provider is a text. */
export function headlineItem(story: Story): Record<string, unknown> {
  const { provider } = story
  return {
    id: storyId(story),
    title: titleOf(story),
    provider: provider.id,
    sourceLogoId: provider.logoId,
    published: story.publishedMs / 1000,
    source: provider.name,
    urgency: story.isUrgent ? 1 : 2,
    ...linkOf(story),
    ...(provider.permission === '' ? {} : { permission: provider.permission }),
    ...(mix(story.key, 21) % 8 === 0 ? {} : { relatedSymbols: relatedSymbols(story) }),
    storyPath: storyPath(story),
  }
}

/** The newer form: the provider is an object. */
export function flowItem(story: Story): Record<string, unknown> {
  const { provider } = story
  return {
    id: storyId(story),
    title: titleOf(story),
    published: story.publishedMs / 1000,
    urgency: story.isUrgent ? 1 : 2,
    ...linkOf(story),
    ...(provider.permission === '' ? {} : { permission: provider.permission }),
    relatedSymbols: relatedSymbols(story),
    storyPath: storyPath(story),
    ...(story.isUrgent ? { is_flash: true } : {}),
    ...(mix(story.key, 22) % 150 === 0 ? { isExclusive: true } : {}),
    provider: {
      id: provider.id,
      name: provider.name,
      logo_id: provider.logoId,
      ...(provider.hasLinks ? { url: provider.url } : {}),
    },
  }
}

/** The oldest form carries the text itself. */
export function latestItem(story: Story): Record<string, unknown> {
  const text = lead(story.listing.description, changeOf(story))
  return {
    ...headlineItem(story),
    shortDescription: text,
    astDescription: { type: 'root', children: [{ type: 'p', children: [text] }] },
  }
}

function linkOf(story: Story): Record<string, string> {
  if (!story.provider.hasLinks) return {}
  return { link: `${story.provider.url}${story.key.toString(36)}` }
}

function relatedSymbols({ listing, also }: Story): Record<string, unknown>[] {
  return [listing, ...(also === undefined ? [] : [also])].map(relatedSymbol)
}

function relatedSymbol(listing: Listing): Record<string, unknown> {
  const base = baseLogo(listing)
  if (listing.logoid !== '') return { symbol: listing.symbol, logoid: listing.logoid }
  if (base === null) return { symbol: listing.symbol }
  return { symbol: listing.symbol, 'currency-logoid': currencyLogo(listing), 'base-currency-logoid': base }
}
