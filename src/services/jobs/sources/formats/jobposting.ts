/** schema.org JobPosting: career sites that list their postings in a sitemap and describe each in JSON-LD. */

import { Type } from 'typebox'
import type { JsonLdNode } from '../../../../core/parse/json-ld.ts'
import type { UpstreamResponse } from '../../../../sync/source.ts'
import { canonicalUrl } from '../../normalise/fields.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchDetails } from '../fetch-board.ts'
import type { Board } from '../members/boards.ts'
import { findJobPosting, toRawPosting } from './jobposting-node.ts'
import { readSitemaps, UnreadBody } from './sitemaps.ts'
import { parseXml } from './xml.ts'

interface JobPage {
  readonly url: string
  readonly node: JsonLdNode
}

function isJobPage(row: unknown): row is JobPage {
  return (row as Partial<JobPage>).node !== undefined
}

export const jobposting = defineBoardSource({
  id: 'jobposting',
  about: {
    name: 'schema.org JobPosting',
    home: 'https://schema.org/JobPosting',
    terms: 'Descriptions that career sites publish for search engines.',
  },
  atsName: 'JSON-LD',
  baseUrl: 'https://careers.example',
  hostsOf: ({ key }) => [key],
  statusRules: boardStatusRules({}),
  careersPage: (board) => `${homeOf(board)}/`,
  polite: { atOnce: 1, gapMs: 1000 },
  // One request per second, and as many as a site may have postings.
  memberTimeoutMs: 100 * 60_000,
  raw: {
    sitemap: Type.String(),
    page: Type.String(),
    failed: Type.Object({ failed: Type.String() }),
    unread: UnreadBody,
  },

  async *fetch(context) {
    const { responses, pages } = readSitemaps(context, homeOf(context.member))
    for await (const response of responses) {
      yield response
      if (response.kind === 'gone') return
    }
    const onFailure = (url: string) => failedPage(url, context.nowMs)
    yield* fetchDetails(context, 'page', pages.values(), { onFailure })
  },

  isRow: isJobPage,
  urlOf: ({ url }) => String(url),
  readRows(responses) {
    const failed = responses.filter(({ kind }) => kind === 'failed').length
    const unread = responses.find(({ kind }) => kind === 'unread')
    for (const { kind, body } of responses)
      if (kind === 'sitemap') parseXml(body, body.includes('<sitemapindex') ? 'sitemapindex' : 'urlset')
    // A page without a posting may be the error page of a posting that still exists.
    const rows = responses
      .filter(({ kind }) => kind === 'page')
      .map(({ url, body }) => ({ url: canonicalUrl(url) ?? url, node: findJobPosting(body) }))
    return {
      rows,
      toRaw: ({ url, node }) => toRawPosting(url, node),
      incomplete: unread?.body.unread ?? (failed > 0 ? `${failed} pages could not be fetched` : undefined),
    }
  },
})

function homeOf({ key }: Board): string {
  return `https://${key}`
}

function failedPage(url: string, fetchedAt: number): UpstreamResponse {
  return { kind: 'failed', url, fetchedAt, body: JSON.stringify({ failed: url }) }
}
