/** Stories in the two formats of the news service. */

import { hash } from '../hash.ts'
import { baseLogo, currencyLogo } from '../scanner/columns/listing-columns.ts'
import { type Story, storyId, storyPath, titleOf } from './stories.ts'

/** The older format: the provider is a string. */
export function headlineItem(story: Story): Record<string, unknown> {
  const { id, name } = story.provider
  return { ...commonFields(story), provider: id, sourceLogoId: id, source: name }
}

/** The newer format: the provider is an object. */
export function flowItem(story: Story): Record<string, unknown> {
  const { id, name, hasLinks, url } = story.provider
  return {
    ...commonFields(story),
    ...(story.isUrgent ? { is_flash: true } : {}),
    ...(hash(story.key, 22) % 150 === 0 ? { isExclusive: true } : {}),
    provider: { id, name, logo_id: id, ...(hasLinks ? { url } : {}) },
  }
}

/** The oldest format includes the text. */
export function latestItem(story: Story): Record<string, unknown> {
  const text = summaryOf(story)
  return {
    ...headlineItem(story),
    shortDescription: text,
    astDescription: { type: 'root', children: [{ type: 'p', children: [text] }] },
  }
}

/** One story; the text is left out where its provider shows headlines alone. */
export function storyItem(story: Story): Record<string, unknown> {
  const { listing, provider } = story
  if (provider.permission !== '') return { ...headlineItem(story), shortDescription: summaryOf(story) }
  const symbol = { type: 'symbol', params: { symbol: listing.symbol, text: listing.symbol } }
  return {
    ...headlineItem(story),
    shortDescription: summaryOf(story),
    astDescription: {
      type: 'root',
      children: [
        { type: 'p', children: [summaryOf(story)] },
        { type: 'p', children: [{ type: 'b', children: ['Listed as '] }, symbol, '.'] },
      ],
    },
  }
}

function summaryOf({ listing }: Story): string {
  return `${listing.description} is in the news. This report is made up.`
}

function commonFields(story: Story): Record<string, unknown> {
  const { provider, isUrgent, key, publishedMs } = story
  return {
    id: storyId(story),
    title: titleOf(story),
    published: publishedMs / 1000,
    urgency: isUrgent ? 1 : 2,
    ...(provider.hasLinks ? { link: `${provider.url}${key.toString(36)}` } : {}),
    ...(provider.permission === '' ? {} : { permission: provider.permission }),
    relatedSymbols: [relatedSymbol(story)],
    storyPath: storyPath(story),
  }
}

function relatedSymbol({ listing }: Story): Record<string, unknown> {
  const { symbol, logoid } = listing
  if (logoid !== '') return { symbol, logoid }
  const base = baseLogo(listing)
  if (base === null) return { symbol }
  return { symbol, 'currency-logoid': currencyLogo(listing), 'base-currency-logoid': base }
}
