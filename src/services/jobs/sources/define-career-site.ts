/**
 * Builds the adapter of a platform whose career sites have a sitemap and a page per posting, from what is specific to the
 * platform. Where there is no sitemap, the pages of the search are the list.
 */

import { Type } from 'typebox'
import { isCutOff } from '../../../core/parse/is-cut-off.ts'
import { type JsonLdNode, textField } from '../../../core/parse/json-ld.ts'
import { unreadable } from '../../../core/parse/parse-limits.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import { canonicalUrl } from '../normalise/fields.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import { defineBoardSource, type JobAdapter, type PlatformFacts } from './define-board-source.ts'
import { type BoardContext, fetchResponse } from './fetch-board.ts'
import { findJobPosting } from './formats/jobposting-node.ts'
import { fetchPostingPages, findVisits, pagesTimeoutMs, VisitsBody } from './formats/posting-pages.ts'
import {
  type ListedPage,
  type ListedPages,
  listPages,
  readSitemaps,
  type SiteToRead,
  UnreadBody,
} from './formats/sitemaps.ts'
import type { Board } from './members/boards.ts'

/** What a list says about a posting. */
export type ListedPosting = Pick<
  RawPosting,
  'title' | 'company' | 'department' | 'requisitionId' | 'posted' | 'body'
> & {
  /** Canonical. */
  readonly url: string
  /** Places as texts. */
  readonly places: readonly string[]
}

export interface SearchPage {
  readonly rows: readonly ListedPosting[]
  /** Of all pages of the search, if it says so. */
  readonly total?: number | undefined
}

interface SitePosting {
  readonly id: string
  readonly url: string
  readonly listed: ListedPosting | undefined
  /** What the page of the posting says. */
  readonly node: JsonLdNode | undefined
}

interface CareerSite
  extends Omit<PlatformFacts, 'hosts' | 'hostsOf' | 'memberTimeoutMs' | 'careersPage' | 'condense'> {
  /** The id of the posting at this path; empty if there is none. */
  idOf(path: string): string
  readonly search: {
    /** `found`: how many postings the pages before had. */
    url(home: string, page: number, found: number): string
    /** Throws for a page that is none of a search. */
    read(page: string, home: string): SearchPage
  }
  /** A feed that some sites have in place of the sitemap: it says everything. */
  readonly feed?: {
    isFeed(body: string): boolean
    read(body: string, home: string): readonly ListedPosting[]
  }
  /** Where the page of a posting is requested, if not at its own address. */
  pageUrl?(url: string): string
  /** From the page of the posting. */
  describe(node: JsonLdNode, url: string): RawPosting
}

const searchPagesMax = 100

export function defineCareerSite(site: CareerSite): JobAdapter {
  const { idOf, search, feed, pageUrl, describe, ...facts } = site
  const siteOf = (board: Board): SiteToRead => ({
    home: homeOf(board),
    isPosting: (path) => idOf(path) !== '',
  })
  const hasPosting = (body: string) => findJobPosting(body) !== undefined
  const toId = ({ url }: Pick<ListedPosting, 'url'>) => idOf(URL.parse(url)?.pathname ?? '')
  return defineBoardSource<SitePosting>({
    ...facts,
    hostsOf: ({ key }) => [key],
    memberTimeoutMs: pagesTimeoutMs,
    careersPage: (board) => search.url(homeOf(board), 0, 0),
    raw: {
      sitemap: Type.String(),
      feed: Type.String(),
      search: Type.String(),
      page: Type.String(),
      unread: UnreadBody,
      visits: VisitsBody,
    },

    async *fetch(context) {
      const { responses, pages } = readSitemaps(context, siteOf(context.member), 'search')
      for await (const response of responses) {
        if (response.kind === 'search') {
          const found = yield* fetchSearch(context, response, site)
          return yield* fetchPostingPages(context, withPageUrls(found, pageUrl), hasPosting)
        }
        if (response.kind === 'sitemap' && feed?.isFeed(response.body))
          return yield { ...response, kind: 'feed' }
        yield response
        if (response.kind === 'gone') return
      }
      yield* fetchPostingPages(context, withPageUrls(pages, pageUrl), hasPosting)
    },

    condense: (kind, body) => (kind === 'page' ? { node: findJobPosting(body) } : body),
    isRow: (row): row is SitePosting => {
      const { id, listed, node } = row as SitePosting
      return id !== '' && (listed !== undefined || node !== undefined)
    },
    idOf: ({ id }) => id,
    readRows(responses, board) {
      const nodes = new Map<string, JsonLdNode | undefined>()
      for (const { kind, url, body } of responses)
        if (kind === 'page') nodes.set(url, isOf(url, body.node, idOf) ? body.node : undefined)
      const searches = ofKind(responses, 'search').map(({ body }) => search.read(body, homeOf(board)))
      const feeds = ofKind(responses, 'feed').flatMap(({ body }) => feed?.read(body, homeOf(board)) ?? [])
      const listed = [...feeds, ...searches.flatMap(({ rows }) => rows)]
      const pages = searches.length > 0 ? toPages(listed) : listPages(responses, siteOf(board))
      const urls = feeds.length + searches.length > 0 ? [] : [...nodes.keys()]
      const rows = [
        ...listed.map((row) => ({ id: toId(row), url: row.url, listed: row, node: nodes.get(row.url) })),
        ...urls.map((url) => ({ id: toId({ url }), url, listed: undefined, node: nodes.get(url) })),
      ]
      return {
        rows,
        total: searches[0]?.total,
        incomplete: ofKind(responses, 'unread')[0]?.body.unread,
        ...findVisits(responses, feeds.length > 0 ? new Map() : pages),
        toRaw: (row) => toRaw(row, describe, searches.length > 0),
      }
    },
  })
}

/** A site that is broken serves the posting of another page. */
function isOf(url: string, node: JsonLdNode | undefined, idOf: CareerSite['idOf']): boolean {
  const named = idOf(URL.parse(textField(node, 'url') ?? '')?.pathname ?? '')
  return named === '' || named === idOf(URL.parse(url)?.pathname ?? '')
}

function ofKind(responses: readonly ParsedResponse[], wanted: string): ParsedResponse[] {
  return responses.filter(({ kind }) => kind === wanted)
}

function homeOf({ key }: Board): string {
  return `https://${key}`
}

/** The page of a posting says more than the row of a list, which is not always there: a site may lose its sitemap for a day. */
function toRaw(
  { id, url, listed, node }: SitePosting,
  describe: CareerSite['describe'],
  isPartial: boolean,
): RawPosting {
  const title = listed?.title ?? ''
  const places = listed?.places.map((text) => ({ text })) ?? []
  if (node === undefined) return { ...listed, nativeId: id, url, title, places, isPartial }
  const described = describe(node, url)
  return {
    ...described,
    nativeId: id,
    title: described.title || title,
    department: described.department ?? listed?.department,
    places: described.places.length > 0 ? described.places : places,
  }
}

/** Returns the pages of the postings that were found. Ends where a page of the search has no new ones. */
async function* fetchSearch(
  context: BoardContext,
  first: UpstreamResponse,
  { search }: Pick<CareerSite, 'search'>,
): AsyncGenerator<UpstreamResponse, ListedPages> {
  const home = homeOf(context.member)
  const found = new Map<string, ListedPosting>()
  let response = first
  for (let page = 1; ; page++) {
    const before = found.size
    const { rows, total = Number.POSITIVE_INFINITY } = tryRead(search, response.body, home)
    for (const row of rows) found.set(row.url, row)
    if (page > 1 && found.size === before) break
    yield response
    if (found.size === before || found.size >= total || page === searchPagesMax) break
    const url = search.url(home, page, found.size)
    response = await fetchResponse(context, { kind: 'search', url })
  }
  return toPages([...found.values()])
}

/** A page that cannot be read is stored and rejected when it is mapped. */
function tryRead(search: CareerSite['search'], page: string, home: string): SearchPage {
  try {
    return search.read(page, home)
  } catch {
    return { rows: [] }
  }
}

/** A changed row is as good as a changed date. */
function toPages(rows: readonly ListedPosting[]): ListedPages {
  return new Map(rows.map(({ url, title, places }) => [url, { url, modified: [title, ...places].join(' ') }]))
}

function withPageUrls(pages: ListedPages, pageUrl: CareerSite['pageUrl']): ListedPages {
  if (pageUrl === undefined) return pages
  const requested = ([key, page]: [string, ListedPage]) => [key, { ...page, url: pageUrl(page.url) }] as const
  return new Map([...pages].map(requested))
}

/** The address of a posting in a page of the site. Undefined for another site. */
export function ownUrl(href: string, home: string): string | undefined {
  const url = URL.parse(href, `${home}/`)
  return url?.origin === home ? canonicalUrl(url.href) : undefined
}

/** For pages of a search: throws for a page that does not end. */
export function rejectCutOff(page: string): void {
  if (isCutOff(page)) throw unreadable('it is cut off')
}
