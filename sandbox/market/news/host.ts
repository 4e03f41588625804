/** The hosts of the news: the older headlines, and the flow with its filters and cursors. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { contractRoute, refusal } from '../edge.ts'
import type { Listing } from '../listings/listing.ts'
import { marketOf } from '../market.ts'
import { own } from '../own.ts'
import { keyOfText } from '../prices/noise.ts'
import { type Feed, type FeedQuery, readFeed } from './feed.ts'
import { FilterError, fitsFilters, type NewsFilters, parseFilters } from './filters.ts'
import { flowItem, headlineItem, latestItem } from './items.ts'
import { newsLanguages, newsProviders } from './providers.ts'
import { activityOf, categoryOf, type Story, storyId } from './stories.ts'

const pageLength = 200

export const headlinesHost: SandboxHost = {
  host: 'news-headlines.tradingview.com',
  routes: [
    contractRoute('news.headlines.v2', headlines),
    contractRoute('news.headlines.v2.symbol-view', symbolHeadlines),
    contractRoute('news.headlines.latest', (request) => json(latest(request))),
    route('GET /headlines', (request) => json(latest(request))),
  ],
}

export const mediatorHost: SandboxHost = {
  host: 'news-mediator.tradingview.com',
  routes: [
    contractRoute('news.flow.v2', (request) => refusal(request) ?? filtered(request, true, flowV2)),
    route('GET /news-flow/v2/news', (request) => refusal(request) ?? filtered(request, true, flowV2)),
    contractRoute('news.flow.v1', (request) => refusal(request) ?? filtered(request, false, flowV1)),
    route('GET /public/view/v1/symbol', (request) => refusal(request) ?? filtered(request, true, symbolView)),
    route('GET /public/news-flow/v1/meta', (request) => refusal(request) ?? json(catalogue())),
  ],
}

function feed(request: SandboxRequest, query: Pick<FeedQuery, 'fits'> & Partial<FeedQuery>): Feed {
  const { world } = request
  return readFeed(marketOf(world).listings, {
    nowMs: world.now(),
    listings: undefined,
    after: undefined,
    limit: pageLength,
    ...query,
  })
}

/** `undefined` when nothing was asked for, empty when what was asked for is not there. */
function asked({ world }: SandboxRequest, symbols: readonly string[] | undefined): Listing[] | undefined {
  if (symbols === undefined) return undefined
  const { listings } = marketOf(world)
  return symbols.flatMap((symbol) => listings.find(symbol) ?? [])
}

const areas: Readonly<Record<string, RegExp>> = {
  AME: /^(US|CA|MX|BR|AR|CL|CO|PE|VE)$/,
  EUR: /^(GB|DE|FR|IT|ES|CH|SE|NO|DK|FI|PL|NL|BE|AT|PT|IE|GR|TR|RU|CZ|HU|RO)$/,
  ASI: /^(JP|CN|HK|IN|KR|TW|SG|TH|VN|ID|MY|PH|PK|BD|LK|SA|AE|QA|KW|BH|IL)$/,
  OCN: /^(AU|NZ)$/,
  AFR: /^(ZA|EG|NG|KE|MA|TN)$/,
}

/** The plain parameters of the older service. */
function fitsPlain({ query }: SandboxRequest): (story: Story) => boolean {
  const lang = query.get('lang') ?? 'en'
  const category = query.get('category') ?? 'base'
  const provider = (query.get('provider') ?? '').replaceAll('_', '.')
  const section = query.get('section') ?? ''
  const country = query.get('country') ?? ''
  const area = own(areas, query.get('area') ?? '')
  return (story) => {
    const { listing } = story
    if (story.provider.lang !== lang) return false
    if (category !== 'base' && category !== '' && categoryOf(listing) !== category) return false
    if (provider !== '' && story.provider.id !== provider) return false
    if (country !== '' && listing.country !== country) return false
    if (area !== undefined && !area.test(listing.country)) return false
    return section === '' || section === 'all' || fitsSection(section, story)
  }
}

function fitsSection(section: string, story: Story): boolean {
  const activity = activityOf(story)
  switch (section) {
    case 'press_release':
      return story.provider.id === 'press-relay'
    case 'financial_statement':
      return activity === 'earnings' || activity === 'earnings_calls'
    case 'corp_activity':
      return activity !== undefined
    case 'markets_today':
      return activity === undefined
    default:
      return activity === section
  }
}

function headlines(request: SandboxRequest): Reply {
  if (!request.query.has('client')) return json({ error: 'client is required' }, { status: 400 })
  const symbol = request.query.get('symbol')
  const listings = asked(request, symbol === null || symbol === '' ? undefined : [symbol])
  const { stories } = feed(request, { fits: fitsPlain(request), ...(listings && { listings }) })
  return json({ items: stories.map(headlineItem) })
}

function symbolHeadlines(request: SandboxRequest): Reply {
  const symbol = request.query.get('symbol') ?? ''
  if (symbol === '') return json({ error: 'symbol is required' }, { status: 400 })
  const listings = asked(request, [symbol]) ?? []
  const { stories } = feed(request, { fits: fitsPlain(request), listings })
  return json({ items: stories.map(headlineItem) })
}

/** A bare list. */
function latest(request: SandboxRequest): unknown[] {
  const symbol = request.query.get('symbol')
  const listings = asked(request, symbol === null || symbol === '' ? undefined : [symbol])
  const { stories } = feed(request, { fits: fitsPlain(request), limit: 100, ...(listings && { listings }) })
  return stories.map(latestItem)
}

type Flow = (request: SandboxRequest, filters: NewsFilters) => Reply

function filtered(request: SandboxRequest, isOrdered: boolean, flow: Flow): Reply {
  try {
    const client = request.query.get('client')
    if (isOrdered && client === null) throw new FilterError('Bad Request: client is required')
    return flow(request, parseFilters(request.query.getAll('filter'), isOrdered))
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return json({ status: 'error', message: error.message }, { status: error.status })
  }
}

function flowV2(request: SandboxRequest, filters: NewsFilters): Reply {
  const after = parseCursor(request.query.get('cursor'))
  const listings = asked(request, filters.get('symbol'))
  const { stories, hasMore } = feed(request, {
    fits: (story) => fitsFilters(filters, story),
    ...(listings && { listings }),
    ...(after && { after }),
  })
  const last = stories.at(-1)
  const isStreaming = request.query.get('streaming') === 'true'
  return json({
    items: stories.map(flowItem),
    ...(isStreaming ? { streaming: { channel: channelOf(filters) } } : {}),
    ...(hasMore && last !== undefined ? { pagination: { cursor: toCursor(last) } } : {}),
  })
}

function flowV1(request: SandboxRequest, filters: NewsFilters): Reply {
  const listings = asked(request, filters.get('symbol'))
  const { stories } = feed(request, {
    fits: (story) => fitsFilters(filters, story),
    ...(listings && { listings }),
  })
  return json({ items: stories.map(headlineItem) })
}

function symbolView(request: SandboxRequest, filters: NewsFilters): Reply {
  if (filters.get('symbol')?.length !== 1) {
    throw new FilterError("Bad Request: filter 'symbol' has invalid values")
  }
  return flowV2(request, filters)
}

function channelOf(filters: NewsFilters): string {
  const text = [...filters].map(([key, values]) => `${key}:${values.join(',')}`).join('&')
  return keyOfText(0x6e77, text).toString(16).padStart(12, '0')
}

/** base64 of `{"_id":"…","pubdate":<ms>}`. */
function toCursor(story: Story): string {
  return Buffer.from(JSON.stringify({ _id: storyId(story), pubdate: story.publishedMs })).toString('base64')
}

function parseCursor(text: string | null): FeedQuery['after'] {
  if (text === null || text === '') return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString())
    if (typeof value === 'object' && value !== null && '_id' in value && 'pubdate' in value) {
      const { _id: id, pubdate } = value
      if (typeof id === 'string' && typeof pubdate === 'number' && Number.isFinite(pubdate)) {
        return { id, publishedMs: pubdate }
      }
    }
  } catch {
    // Falls through to the same complaint as a cursor of the wrong shape.
  }
  throw new FilterError('Bad Request: invalid cursor')
}

function catalogue(): Record<string, unknown> {
  return {
    lang: [...newsLanguages],
    provider: newsProviders.map(({ id, name, logoId }) => ({ id, name, logo_id: logoId })),
  }
}
