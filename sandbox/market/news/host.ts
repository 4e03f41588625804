/** The news hosts: the older headlines, and the flow with its filters and cursors. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { hashText } from '../hash.ts'
import { lookup } from '../lookup.ts'
import { marketOf } from '../market.ts'
import { siteOnly } from '../refusals.ts'
import { type FeedQuery, readFeed } from './feed.ts'
import { FilterError, matchesFilters, type NewsFilters, parseFilters } from './filters.ts'
import { flowItem, headlineItem, latestItem, storyItem } from './items.ts'
import { activityOf, categoryOf, findStory, type Story, storyId } from './stories.ts'

export const headlinesHost: SandboxHost = {
  host: 'news-headlines.tradingview.com',
  routes: [
    route('GET /v2/headlines', (request) =>
      request.query.has('client')
        ? json({ items: headlines(request, 200).map(headlineItem) })
        : json({ error: 'client is required' }, { status: 400 }),
    ),
    route('GET /v2/view/headlines/symbol', (request) =>
      (request.query.get('symbol') ?? '') === ''
        ? json({ error: 'symbol is required' }, { status: 400 })
        : json({ items: headlines(request, 200).map(headlineItem) }),
    ),
    route('GET /headlines/', (request) => json(headlines(request, 100).map(latestItem))),
    route('GET /v3/story', ({ query, world }) => {
      const story = findStory(query.get('id') ?? '', marketOf(world).listings.all, world.now())
      return story === undefined
        ? json({ error: 'story was not found' }, { status: 404 })
        : json(storyItem(story))
    }),
  ],
}

export const mediatorHost: SandboxHost = {
  host: 'news-mediator.tradingview.com',
  routes: siteOnly([
    route('GET /public/news-flow/v2/news', (request) => filtered(request, true, flowV2)),
    route('GET /news-flow/v1/news', (request) =>
      filtered(request, false, (filters) =>
        json({ items: flow(request, filters, undefined).stories.map(headlineItem) }),
      ),
    ),
  ]),
}

/** Without symbols, everything. */
function feed(
  { world }: SandboxRequest,
  symbols: readonly string[],
  query: Pick<FeedQuery, 'matches' | 'after' | 'limit'>,
) {
  const { listings } = marketOf(world)
  const about = symbols.length === 0 ? listings.all : symbols.flatMap((symbol) => listings.find(symbol) ?? [])
  return readFeed({ ...query, nowMs: world.now(), listings: about })
}

function headlines(request: SandboxRequest, limit: number): readonly Story[] {
  const symbol = request.query.get('symbol') ?? ''
  const matches = plainFilter(request)
  return feed(request, symbol === '' ? [] : [symbol], { matches, after: undefined, limit }).stories
}

/** Parts of the world by the time zones of their exchanges. */
const areas: Readonly<Record<string, RegExp>> = {
  AME: /^America/,
  EUR: /^Europe/,
  ASI: /^Asia/,
  OCN: /^(Australia|Pacific)/,
  AFR: /^Africa/,
}

/** The parameters of the older service. */
function plainFilter({ query }: SandboxRequest): (story: Story) => boolean {
  const lang = query.get('lang') ?? 'en'
  const category = query.get('category') ?? ''
  const provider = (query.get('provider') ?? '').replaceAll('_', '.')
  const section = query.get('section') ?? ''
  const area = lookup(areas, query.get('area') ?? '')
  return (story) => {
    const { listing } = story
    if (story.provider.lang !== lang) return false
    if (category !== 'base' && category !== '' && categoryOf(listing) !== category) return false
    if (provider !== '' && story.provider.id !== provider) return false
    if (area !== undefined && !area.test(listing.venue.hours.zone)) return false
    return section === '' || isInSection(section, story)
  }
}

function isInSection(section: string, story: Story): boolean {
  const activity = activityOf(story)
  if (section === 'press_release') return story.provider.id === 'press-relay'
  if (section === 'corp_activity') return activity !== undefined
  if (section === 'markets_today') return activity === undefined
  return activity === (section === 'financial_statement' ? 'earnings' : section)
}

function filtered(
  request: SandboxRequest,
  isOrdered: boolean,
  answer: (filters: NewsFilters, request: SandboxRequest) => Reply,
): Reply {
  try {
    if (isOrdered && !request.query.has('client')) throw new FilterError('Bad Request: client is required')
    return answer(parseFilters(request.query.getAll('filter'), isOrdered), request)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return json({ status: 'error', message: error.message }, { status: error.status })
  }
}

function flow(request: SandboxRequest, filters: NewsFilters, after: FeedQuery['after']) {
  const matches = (story: Story) => matchesFilters(filters, story)
  return feed(request, filters.get('symbol') ?? [], { matches, after, limit: 200 })
}

function flowV2(filters: NewsFilters, request: SandboxRequest): Reply {
  const { stories, hasMore } = flow(request, filters, parseCursor(request.query.get('cursor')))
  const last = stories.at(-1)
  return json({
    items: stories.map(flowItem),
    ...(request.query.get('streaming') === 'true' ? { streaming: { channel: channelOf(filters) } } : {}),
    ...(hasMore && last !== undefined ? { pagination: { cursor: toCursor(last) } } : {}),
  })
}

function channelOf(filters: NewsFilters): string {
  return hashText(0x6e77, JSON.stringify([...filters]))
    .toString(16)
    .padStart(12, '0')
}

/** base64 of `{"_id":"…","pubdate":<ms>}`. */
function toCursor(story: Story): string {
  return Buffer.from(JSON.stringify({ _id: storyId(story), pubdate: story.publishedMs })).toString('base64')
}

/** Throws `FilterError`. */
function parseCursor(text: string | null): FeedQuery['after'] {
  if (text === null || text === '') return undefined
  try {
    const { _id: id, pubdate } = JSON.parse(Buffer.from(text, 'base64').toString())
    if (typeof id === 'string' && Number.isFinite(pubdate)) return { id, publishedMs: pubdate }
  } catch {
    // Answered like a cursor of the wrong shape.
  }
  throw new FilterError('Bad Request: invalid cursor')
}
