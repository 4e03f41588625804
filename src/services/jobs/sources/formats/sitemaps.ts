/** Reads the sitemaps of a career site: indexes of sitemaps, within the host and within limits. */

import { Type } from 'typebox'
import { isFailure } from '../../../../core/errors.ts'
import type { UpstreamResponse } from '../../../../sync/source.ts'
import { canonicalUrl } from '../../normalise/fields.ts'
import { type BoardContext, fetchListResponse, fetchResponse } from '../fetch-board.ts'
import { childNodes, childText, parseXml } from './xml.ts'

const mapsMax = 50
const depthMax = 3
const pagesMax = 5000

/** What was not read, although the site lists it. */
export const UnreadBody = Type.Object({ unread: Type.String() })

export interface SitemapPages {
  readonly responses: AsyncGenerator<UpstreamResponse>
  /** The listed pages of the site, once the responses were read. */
  readonly pages: ReadonlyMap<string, string>
}

interface QueuedMap {
  readonly url: string
  readonly depth: number
}

/**
 * The sitemaps as they are read, and the pages with `/job/` or `/jobs/` in their URLs: by canonical URL, the listed
 * one. Sites may need the parameters that canonical URLs lack.
 */
export function readSitemaps(context: BoardContext, home: string): SitemapPages {
  const pages = new Map<string, string>()
  return { responses: walk(context, home, pages), pages }
}

async function* walk(
  context: BoardContext,
  home: string,
  pages: Map<string, string>,
): AsyncGenerator<UpstreamResponse> {
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
  for (const { url, depth } of queue) {
    if (count >= mapsMax) return yield unread(`the site has more than ${mapsMax} sitemaps`)
    const isFirst = count === 0
    count += 1
    try {
      const fetchMap = isFirst ? fetchListResponse : fetchResponse
      const response = await fetchMap(context, { kind: 'sitemap', url })
      yield response
      if (response.kind === 'gone') return
      for (const page of locations(response.body, 'urlset')) {
        const key = canonicalUrl(page)
        if (key === undefined || !isOwn(page, home) || !/\/jobs?\//.test(page)) continue
        if (pages.size >= pagesMax && !pages.has(key))
          return yield unread(`the site lists more than ${pagesMax} postings`)
        pages.set(key, page)
      }
      for (const child of locations(response.body, 'sitemapindex')) {
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

/** Empty for another kind of sitemap, and for one that cannot be parsed: it is stored and rejected when it is mapped. */
function locations(body: string, root: 'urlset' | 'sitemapindex'): string[] {
  if (!body.includes(`<${root}`)) return []
  try {
    return childNodes(parseXml(body, root), root === 'urlset' ? 'url' : 'sitemap').flatMap(
      (entry) => childText(entry, 'loc')?.split('#', 1).map(withHttps) ?? [],
    )
  } catch {
    return []
  }
}
