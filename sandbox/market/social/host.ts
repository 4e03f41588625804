/** The provider's site: its lists of ideas and scripts. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { marketOf } from '../market.ts'
import { userAgentOnly } from '../refusals.ts'
import { ideaName, publicationItem, scriptName } from './item.ts'
import { ideas, type Publication, type PublicationKind, publications, scripts } from './publications.ts'

/** The site lists no more than these. */
const resultsMax = 1_000

export const siteHost: SandboxHost = {
  host: 'www.tradingview.com',
  routes: userAgentOnly([
    route('GET /api/v1/ideas/', (request) => list(request, ideas)),
    route('GET /api/v1/scripts/', (request) => list(request, scripts)),
  ]),
}

const popularSorts = ['trending', 'latest_popular', 'week_popular', 'suggested']
const recentSorts = ['recent', 'recent_extended', 'picked_time']

function list(request: SandboxRequest, kind: PublicationKind): Reply {
  const { query, url } = request
  const sort = query.get('sort')
  if (sort !== null && ![...popularSorts, ...recentSorts].includes(sort)) {
    return json({ detail: 'Invalid sort.' }, { status: 400 })
  }
  const page = positiveInteger(query.get('page') || '1')
  const perPage = positiveInteger(query.get('per_page') || '20')
  const results = matching(request, kind)
  const pages = Math.ceil(results.length / perPage)
  if (!(page <= Math.max(1, pages) && perPage <= 100)) {
    return json({ detail: 'Invalid page.' }, { status: 404 })
  }
  const next = new URL(url)
  next.searchParams.set('page', String(page + 1))
  return json({
    count: results.length,
    page_size: perPage,
    page_count: pages,
    next: page < pages ? next.href : null,
    results: results
      .slice((page - 1) * perPage, page * perPage)
      .map((publication) => publicationItem(publication, kind === scripts)),
  })
}

function matching({ query, world }: SandboxRequest, kind: PublicationKind): Publication[] {
  const symbol = query.get('symbol') ?? ''
  const author = query.get('by') ?? ''
  const text = (query.get('q') ?? '').toLowerCase()
  const nameOf = kind === scripts ? scriptName : ideaName
  const found = [...publications(marketOf(world).listings, world.seed, kind, world.now())].filter(
    (publication) => {
      const { listing } = publication
      return (
        (symbol === '' || listing.symbol === symbol) &&
        (author === '' || publication.author === author) &&
        (text === '' || `${nameOf(publication)} ${listing.description}`.toLowerCase().includes(text))
      )
    },
  )
  // Without `sort` the newest come first.
  if (popularSorts.includes(query.get('sort') ?? ''))
    found.sort((one, other) => other.likes - one.likes || other.id - one.id)
  return found.slice(0, resultsMax)
}

/** `NaN` for anything else. */
function positiveInteger(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.NaN
}
