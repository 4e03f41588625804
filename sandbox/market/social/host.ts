/** The provider's site: lists of ideas and of scripts. */

import { json, type Reply, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { contractRoute, siteRefusal } from '../edge.ts'
import { marketOf } from '../market.ts'
import { ideaName, publicationItem, scriptName } from './item.ts'
import { ideas, type Publication, type PublicationKind, publications, scripts } from './publications.ts'

/** The site shows so many at most, however many there are. */
const resultsMax = 1_000

export const siteHost: SandboxHost = {
  host: 'www.tradingview.com',
  routes: [
    contractRoute('ideas.list', (request) => siteRefusal(request) ?? list(request, ideas)),
    contractRoute('scripts.list', (request) => siteRefusal(request) ?? list(request, scripts)),
  ],
}

function list(request: SandboxRequest, kind: PublicationKind): Reply {
  const { query, url } = request
  const page = wholeNumber(query.get('page'), 1)
  const perPage = wholeNumber(query.get('per_page'), 20)
  if (page === undefined || perPage === undefined || perPage > 100) {
    return json({ detail: 'Invalid page.' }, { status: 404 })
  }
  const found = matching(request, kind)
  const pages = Math.ceil(found.length / perPage)
  if (page > Math.max(1, pages)) return json({ detail: 'Invalid page.' }, { status: 404 })
  return json({
    count: found.length,
    page_size: perPage,
    page_count: pages,
    next: page < pages ? withPage(url, page + 1) : null,
    results: found
      .slice((page - 1) * perPage, page * perPage)
      .map((publication) => publicationItem(publication, kind === scripts)),
  })
}

function matching({ query, world }: SandboxRequest, kind: PublicationKind): Publication[] {
  const symbol = query.get('symbol') ?? ''
  const author = query.get('by') ?? ''
  const text = (query.get('q') ?? '').toLowerCase()
  const nameOf = kind === scripts ? scriptName : ideaName
  const found: Publication[] = []
  for (const publication of publications(marketOf(world).listings, world.seed, kind, world.now())) {
    const { listing } = publication
    if (symbol !== '' && listing.symbol !== symbol && listing.ticker !== symbol) continue
    if (author !== '' && publication.author.name !== author) continue
    if (text !== '' && !`${nameOf(publication)} ${listing.description}`.toLowerCase().includes(text)) continue
    found.push(publication)
  }
  if (query.get('sort') !== 'recent') found.sort((one, other) => other.likes - one.likes || other.id - one.id)
  return found.slice(0, resultsMax)
}

function withPage(url: URL, page: number): string {
  const next = new URL(url)
  next.searchParams.set('page', String(page))
  return next.href
}

/** `undefined` for what is no whole number above 0. */
function wholeNumber(text: string | null, usual: number): number | undefined {
  if (text === null || text === '') return usual
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}
