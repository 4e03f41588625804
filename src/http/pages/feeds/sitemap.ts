/** Sitemaps for search engines (sitemaps.org): lists of pages, and the index of the lists. */

import { bodyReply, type Reply } from '../../reply.ts'
import { html } from '../html.ts'
import { xmlDocument } from './xml.ts'

/** `url` is absolute in a rendered sitemap. */
export interface SitemapEntry {
  readonly url: string
  /** The date of the last change. */
  readonly lastmod: string
}

export const sitemapType = 'application/xml'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function sitemapReply(pages: readonly SitemapEntry[]): Reply {
  const entries = pages.map(
    ({ url, lastmod }) => html`<url><loc>${url}</loc><lastmod>${lastmod}</lastmod></url>\n`,
  )
  return toReply(html`<urlset xmlns="${namespace}">\n${entries}</urlset>\n`)
}

export function sitemapIndexReply(sitemaps: readonly SitemapEntry[]): Reply {
  const entries = sitemaps.map(
    ({ url, lastmod }) => html`<sitemap><loc>${url}</loc><lastmod>${lastmod}</lastmod></sitemap>\n`,
  )
  return toReply(html`<sitemapindex xmlns="${namespace}">\n${entries}</sitemapindex>\n`)
}

function toReply(root: ReturnType<typeof html>): Reply {
  return bodyReply(`${sitemapType}; charset=utf-8`, xmlDocument(root), {
    'cache-control': 'public, max-age=600',
  })
}
