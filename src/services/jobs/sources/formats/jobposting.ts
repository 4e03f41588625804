/** schema.org JobPosting: career sites that list their postings in a sitemap and describe each on its page. */

import { Type } from 'typebox'
import type { JsonLdNode } from '../../../../core/parse/json-ld.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import type { Board } from '../members/boards.ts'
import { isCareerPath } from './career-words.ts'
import { findJobPosting, toRawPosting } from './jobposting-node.ts'
import { fetchPostingPages, findVisits, pagesTimeoutMs, VisitsBody } from './posting-pages.ts'
import { listPages, readSitemaps, type SiteToRead, UnreadBody } from './sitemaps.ts'

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
  memberTimeoutMs: pagesTimeoutMs,
  raw: { sitemap: Type.String(), page: Type.String(), unread: UnreadBody, visits: VisitsBody },

  async *fetch(context) {
    const { responses, pages } = readSitemaps(context, siteOf(context.member))
    for await (const response of responses) {
      yield response
      if (response.kind === 'gone') return
    }
    yield* fetchPostingPages(context, pages, (body) => findJobPosting(body) !== undefined)
  },

  condense: (kind, body) => (kind === 'page' ? { node: findJobPosting(body) } : body),
  isRow: isJobPage,
  urlOf: ({ url }) => String(url),
  readRows(responses, board) {
    // A page without a posting may be the error page of a posting that still exists.
    const rows = responses.flatMap(({ kind, url, body }) =>
      kind === 'page' ? [{ url, node: body.node }] : [],
    )
    return {
      rows,
      toRaw: ({ url, node }) => toRawPosting(url, node),
      incomplete: responses.find(({ kind }) => kind === 'unread')?.body.unread,
      ...findVisits(responses, listPages(responses, siteOf(board))),
    }
  },
})

function siteOf(board: Board): SiteToRead {
  return { home: homeOf(board), isPosting: isCareerPath }
}

function homeOf({ key }: Board): string {
  return `https://${key}`
}
