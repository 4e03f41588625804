/** Reads the sitemaps of a career site: indexes of sitemaps, within the host and within limits. */

import { Type } from 'typebox'
import { isFailure } from '../../../../core/errors.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../../sync/source.ts'
import { canonicalUrl } from '../../normalise/fields.ts'
import { type BoardContext, fetchListResponse, fetchResponse } from '../fetch-board.ts'
import { childNodes, childText, parseXml } from './xml.ts'

const mapsMax = 50
const depthMax = 3
/** Of all sitemaps of a site, which are in memory together. */
const charactersMax = 128 * 1024 * 1024
const pagesMax = 5000
const dateCharactersMax = 40

/** What was not read, although the site lists it. */
export const UnreadBody = Type.Object({ unread: Type.String() })

export interface ListedPage {
  /** As the sitemap has it. Sites may need the parameters that canonical URLs lack. */
  readonly url: string
  /** When the page was last modified according to the sitemap, as it says it; empty if it does not. */
  readonly modified: string
}

/** By canonical URL. */
export type ListedPages = ReadonlyMap<string, ListedPage>

export interface SiteToRead {
  /** The origin; links to others are ignored. */
  readonly home: string
  /** Whether a page may have a posting, by its path. */
  isPosting(path: string): boolean
}

export interface SitemapPages {
  readonly responses: AsyncGenerator<UpstreamResponse>
  /** The listed pages of the site, once the responses were read. */
  readonly pages: ListedPages
}

interface QueuedMap {
  readonly url: string
  readonly depth: number
}

/** The sitemaps as they are read, and the pages that they list. `careersKind`: as in a request for a list. */
export function readSitemaps(context: BoardContext, site: SiteToRead, careersKind?: string): SitemapPages {
  const pages = new Map<string, ListedPage>()
  return { responses: walk(context, site, careersKind, pages), pages }
}

/** The pages that saved sitemaps list. Throws if the first cannot be read; the site is incomplete without the others. */
export function listPages(responses: readonly ParsedResponse[], site: SiteToRead): ListedPages {
  const pages = new Map<string, ListedPage>()
  const [first, ...others] = responses
    .filter(({ kind }) => kind === 'sitemap')
    .map(({ body }) => String(body))
  if (first !== undefined) addPages(pages, readSitemap(first), site)
  for (const body of others) addPages(pages, tryReadSitemap(body), site)
  return pages
}

async function* walk(
  context: BoardContext,
  site: SiteToRead,
  careersKind: string | undefined,
  pages: Map<string, ListedPage>,
): AsyncGenerator<UpstreamResponse> {
  const { home } = site
  const named = await context.sitemaps?.(home)
  const own = (named ?? []).map(withHttps).filter((url) => isOwn(url, home))
  const starts = own.length > 0 ? own : [`${home}/sitemap.xml`]
  const queue: QueuedMap[] = starts.map((url) => ({ url, depth: 0 }))
  const seen = new Set(starts)
  const unread = (what: string, url = home): UpstreamResponse => ({
    kind: 'unread',
    url,
    fetchedAt: context.nowMs,
    body: JSON.stringify({ unread: what }),
  })
  let count = 0
  let characters = 0
  for (const { url, depth } of queue) {
    if (count >= mapsMax) return yield unread(`the site has more than ${mapsMax} sitemaps`)
    const isFirst = count === 0
    count += 1
    try {
      const request = { kind: 'sitemap', url, isTagged: isFirst && starts.length === 1 }
      const { tag, ...response } = await (isFirst
        ? fetchListResponse(context, { ...request, ...(careersKind && { careersKind }) })
        : fetchResponse(context, request))
      const sitemap = tryReadSitemap(response.body)
      characters += response.body.length
      // A site with one sitemap that dates its pages changes only if that does.
      yield sitemap?.pages.every(({ modified }) => modified !== '') ? { ...response, tag } : response
      if (response.kind === 'gone') return
      if (!isFirst && sitemap === undefined) yield unread('a sitemap could not be read', url)
      if (!addPages(pages, sitemap, site))
        return yield unread(`the site lists more than ${pagesMax} postings`)
      if (characters > charactersMax) return yield unread('its sitemaps are too long')
      for (const child of sitemap?.children ?? []) {
        if (seen.has(child) || !isOwn(child, home)) continue
        if (depth >= depthMax) {
          yield unread('its sitemaps are nested too deep', child)
          break
        }
        // One too many is enough to report it; an index may list a million.
        if (queue.length > mapsMax) break
        seen.add(child)
        queue.push({ url: child, depth: depth + 1 })
      }
    } catch (thrown) {
      // Without the first there is no list; of the others the rest is still read.
      if (isFirst || context.signal.aborted || !isFailure(thrown)) throw thrown
      yield unread('a sitemap could not be read', url)
    }
  }
}

/** Only this site is read: links to others are ignored. */
function isOwn(url: string, home: string): boolean {
  return url.startsWith(`${home}/`)
}

/** Sitemaps of older sites have addresses from before HTTPS. */
function withHttps(url: string): string {
  return url.replace(/^http:/, 'https:')
}

interface Sitemap {
  readonly pages: readonly ListedPage[]
  readonly children: readonly string[]
}

/** False if the site lists more than are read. */
function addPages(
  pages: Map<string, ListedPage>,
  sitemap: Sitemap | undefined,
  { home, isPosting }: SiteToRead,
): boolean {
  for (const page of sitemap?.pages ?? []) {
    const key = canonicalUrl(page.url)
    if (key === undefined || !isOwn(page.url, home) || !isPosting(new URL(key).pathname)) continue
    if (pages.size >= pagesMax && !pages.has(key)) return false
    pages.set(key, page)
  }
  return true
}

function readSitemap(body: string): Sitemap {
  const isIndex = body.includes('<sitemapindex')
  const entries = childNodes(parseXml(body, isIndex ? 'sitemapindex' : 'urlset'), isIndex ? 'sitemap' : 'url')
  const listed = entries.flatMap((entry) => {
    const [url] = childText(entry, 'loc')?.split('#', 1).map(withHttps) ?? []
    const modified = childText(entry, 'lastmod')?.slice(0, dateCharactersMax) ?? ''
    return url === undefined ? [] : [{ url, modified }]
  })
  return isIndex ? { pages: [], children: listed.map(({ url }) => url) } : { pages: listed, children: [] }
}

/** Undefined for a sitemap that cannot be parsed: it is stored and rejected when it is mapped. */
function tryReadSitemap(body: string): Sitemap | undefined {
  try {
    return readSitemap(body)
  } catch {
    return undefined
  }
}
