/** One search over all services, as HTML or JSON. */

import { Type } from 'typebox'
import { searchWords } from '../../../core/text/search-words.ts'
import { limit } from '../../openapi/fields.ts'
import { dataReply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'
import type { SearchHit, SearchRequest, SearchResult, SearchSection } from '../../service.ts'
import { type Html, html } from '../html.ts'
import { nothingCollected } from '../nothing-collected.ts'
import { htmlReply, jsonNote, renderPage } from '../page.ts'
import { emptyState, sectionHead } from '../parts.ts'
import { type ApiRequest, requestLink } from '../request-link.ts'
import { type Problem, readPart } from './read-part.ts'
import { searchPath, searchWordsMax } from './search-box.ts'
import { type MountedService, toAreas } from './service-section.ts'

const hitsMax = 20
const hitsShown = 5

interface Found {
  readonly section: SearchSection
  /** Undefined if there is a problem. */
  readonly result?: SearchResult | undefined
  readonly problem?: Problem | 'not collected' | undefined
}

export function searchPageRoute(mounted: readonly MountedService[]): AnyRoute {
  return hiddenRoute({
    path: searchPath,
    type: 'text/html',
    query: Type.Object({
      q: Type.Optional(
        Type.String({ maxLength: searchWordsMax, description: 'Words, or the beginning of a name.' }),
      ),
      limit: limit(hitsMax, hitsShown),
    }),
    mediaTypes: ['application/json', 'text/html'],
    compress: true,
    handle: async ({ mediaType, query, nowMs, signal, admission }) => {
      const q = query.q?.trim() ?? ''
      const request = { q, limit: query.limit, nowMs, admission }
      const found = q === '' ? [] : await findEverywhere(mounted, request, signal)
      return mediaType === 'application/json' ? toJson(found) : htmlReply(searchPage(q, found))
    },
  })
}

/** Sections that have the words in the title or note of a hit come first. */
async function findEverywhere(
  mounted: readonly MountedService[],
  request: Omit<SearchRequest, 'base' | 'signal'>,
  requestSignal: AbortSignal,
): Promise<Found[]> {
  const sections = mounted.flatMap(toAreas).flatMap(({ base, service, publishedAt }) => {
    const isCollected = service.scopes.length === 0 || publishedAt(service.scopes) > 0
    return (service.searches ?? []).map((section) => ({ base, section, isCollected }))
  })
  const found = await Promise.all(
    sections.map(async ({ base, section, isCollected }): Promise<Found> => {
      if (!isCollected) return { section, problem: 'not collected' }
      const { part, problem } = await readPart(
        (signal) => section.find({ ...request, base, signal }),
        requestSignal,
      )
      // Words that a section does not accept are words that it does not find.
      return problem === 'refused' ? { section, result: { hits: [] } } : { section, result: part, problem }
    }),
  )
  const words = searchWords(request.q)
  const { literal = [], other = [] } = Object.groupBy(found, ({ result }) =>
    hasWords(result?.hits ?? [], words) ? 'literal' : 'other',
  )
  return [...literal, ...other]
}

/** Otherwise a section found the words elsewhere in its records, or with a wrong letter. */
function hasWords(hits: readonly SearchHit[], words: readonly string[]): boolean {
  return hits.some(({ title, note }) => {
    const shown = searchWords(`${title} ${note}`)
    return words.every((word) => shown.some((one) => one.startsWith(word)))
  })
}

function toJson(found: readonly Found[]) {
  const hits = found.flatMap(({ section, result }) =>
    (result?.hits ?? []).map((hit) => ({ section: section.id, ...hit })),
  )
  const missing = found.filter(({ result }) => result === undefined).map(({ section }) => section.id)
  return dataReply(hits, { missing })
}

function searchPage(q: string, found: readonly Found[]): string {
  const filled = found.filter(({ result }) => result !== undefined && result.hits.length > 0)
  const empty = found.filter(({ result }) => result?.hits.length === 0)
  return renderPage({
    title: q === '' ? 'Search' : `Search: ${q}`,
    words: q,
    head: html`<meta name="robots" content="noindex">`,
    crumb: html`Everything on <a href="/">the front page</a> and behind it.`,
    lead:
      q === ''
        ? 'Finds movies, theaters, places, symbols, jobs, employers, and the companies and vendors of trust centers.'
        : undefined,
    body: html`${problemNotes(found)}
${q !== '' && filled.length === 0 && empty.length > 0 ? emptyState(html`Nothing was found${empty.length === found.length ? '' : ' elsewhere'}. Use fewer or other words.`) : undefined}
<div class="flow">
${filled.map(foundSection)}</div>
${filled.length === 0 || empty.length === 0 ? undefined : html`<p class="soft">Nothing in: ${titles(empty)}.</p>`}`,
    data: [...toRequests(filled).map(([name, request]) => requestLink(request, name)), jsonNote],
  })
}

function problemNotes(found: readonly Found[]): Html {
  const having = (problem: Found['problem']) => found.filter((each) => each.problem === problem)
  const [missing, slow] = [having('unavailable'), having('slow')]
  const [limited, uncollected] = [having('limited'), having('not collected')]
  return html`${missing.length === 0 ? undefined : html`<p class="note" role="status">Not available right now: ${titles(missing)}. Load the page again in a moment.</p>`}
${slow.length === 0 ? undefined : html`<p class="note" role="status">These did not answer in time: ${titles(slow)}. Load the page again in a moment.</p>`}
${limited.length === 0 ? undefined : html`<p class="note" role="status">Too many requests, so there are no results for: ${titles(limited)}. Load the page again in a minute.</p>`}
${uncollected.length === 0 ? undefined : nothingCollected(titles(uncollected))}`
}

function toRequests(found: readonly Found[]): (readonly [title: string, request: ApiRequest])[] {
  return found.flatMap(({ section, result }) => (result?.api ? [[section.title, result.api] as const] : []))
}

function titles(found: readonly Found[]): string {
  return found.map(({ section }) => section.title.toLowerCase()).join(', ')
}

function foundSection({ section, result }: Found): Html {
  const { hits = [], all } = result ?? {}
  const { title } = section
  return html`<section class="long" aria-label="${title}">${sectionHead(title, all === undefined ? undefined : { href: all, text: `More ${title.toLowerCase()}` })}
<ul class="list">
${hits.map(({ title, note, path }) => html`<li><h3><a href="${path}">${title}</a></h3>${note === '' ? undefined : html`<p class="meta">${note}</p>`}</li>\n`)}</ul></section>
`
}
