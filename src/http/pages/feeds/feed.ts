/** A list of recent items as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1. */

import { bodyReply, type Reply } from '../../reply.ts'
import { html } from '../html.ts'
import { xmlDocument } from './xml.ts'

export const feedTypes = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
} as const

export type FeedFormat = keyof typeof feedTypes
export const feedFormats = ['rss', 'atom', 'json'] as const satisfies readonly FeedFormat[]

/** All URLs are absolute: readers show items far from the server. */
export interface Feed {
  readonly title: string
  /** The page that shows the same items. */
  readonly pageUrl: string
  readonly feedUrl: string
  /** Newest first. */
  readonly items: readonly FeedItem[]
  /** The day of a feed without items. */
  readonly newestDay?: string | undefined
}

export interface FeedItem {
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly author: string
  readonly publishedOn: string
  readonly updatedOn: string
  readonly tags: readonly string[]
}

export function feedReply(format: FeedFormat, feed: Feed): Reply {
  return bodyReply(`${feedTypes[format]}; charset=utf-8`, renderers[format](feed))
}

const renderers: Readonly<Record<FeedFormat, (feed: Feed) => string>> = {
  rss: toRss,
  atom: toAtom,
  json: toJsonFeed,
}

function toRss({ title, pageUrl, feedUrl, items }: Feed): string {
  return xmlDocument(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${title}</title>
<link>${pageUrl}</link>
<description>${title}</description>
<atom:link rel="self" type="${feedTypes.rss}" href="${feedUrl}"/>
${items.map(
  (item) => html`<item>
<title>${item.title}</title>
<link>${item.url}</link>
<guid>${item.url}</guid>
<dc:creator>${item.author}</dc:creator>
<pubDate>${new Date(item.publishedOn).toUTCString()}</pubDate>
<description>${item.summary}</description>
${item.tags.map((tag) => html`<category>${tag}</category>\n`)}</item>
`,
)}</channel></rss>
`)
}

function toAtom(feed: Feed): string {
  const { title, pageUrl, feedUrl, items } = feed
  return xmlDocument(html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${feedUrl}</id>
<title>${title}</title>
<updated>${toMidnight(lastUpdate(feed))}</updated>
<link rel="self" type="${feedTypes.atom}" href="${feedUrl}"/>
<link rel="alternate" type="text/html" href="${pageUrl}"/>
${items.map(
  (item) => html`<entry>
<id>${item.url}</id>
<title>${item.title}</title>
<link rel="alternate" type="text/html" href="${item.url}"/>
<author><name>${item.author}</name></author>
<published>${toMidnight(item.publishedOn)}</published>
<updated>${toMidnight(item.updatedOn)}</updated>
<summary>${item.summary}</summary>
${item.tags.map((tag) => html`<category term="${tag}"/>\n`)}</entry>
`,
)}</feed>
`)
}

function toJsonFeed({ title, pageUrl, feedUrl, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_text: item.summary,
      authors: [{ name: item.author }],
      date_published: toMidnight(item.publishedOn),
      date_modified: toMidnight(item.updatedOn),
      tags: item.tags,
    })),
  })
}

/** Atom requires a time, and it must not change by itself: the epoch if nothing is stored at all. */
function lastUpdate({ items, newestDay = '1970-01-01' }: Feed): string {
  const [first = newestDay, ...others] = items.map(({ updatedOn }) => updatedOn)
  return others.reduce((latest, day) => (day > latest ? day : latest), first)
}

function toMidnight(day: string): string {
  return `${day}T00:00:00Z`
}
