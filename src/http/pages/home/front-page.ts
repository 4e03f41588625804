/** The front page: the news of all services, how fresh they are, and requests to try; as HTML or JSON. */

import { Type } from 'typebox'
import { dataReply, type Reply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'
import type { FrontPageNews, FrontPageRequest } from '../../service.ts'
import { type Html, html } from '../html.ts'
import { nothingCollected } from '../nothing-collected.ts'
import { htmlReply, jsonNote, renderPage } from '../page.ts'
import { facts, sectionHead } from '../parts.ts'
import { type FirstSync, frontPage, type Rebuild } from './front-page-view.ts'
import { type Problem, readPart } from './read-part.ts'
import {
  type Area,
  countTexts,
  creditList,
  type MountedService,
  requestList,
  type ServiceSummary,
  sentenceCase,
  toAreas,
  toServiceSummary,
  updatedText,
} from './service-section.ts'

export type { FirstSync, Rebuild } from './front-page-view.ts'
export type { MountedService } from './service-section.ts'

interface PageOptions {
  /** The base URL in the curl commands. */
  readonly origin: (host: string | undefined) => string
}

interface FrontPageOptions extends PageOptions {
  /** Undefined before the first sync, and once it is complete. */
  readonly firstSync: () => Promise<FirstSync | undefined>
  /** Undefined unless a new read model is being filled. */
  readonly rebuild: () => Promise<Rebuild | undefined>
  readonly mounted: readonly MountedService[]
  readonly version: string
  readonly isHealthy: () => Promise<boolean>
  readonly isSandbox: boolean
  /** Whether `/metrics` is on the same port. */
  readonly hasMetrics: boolean
  /** Whether the documents are served. */
  readonly hasGuides: boolean
}

const pageRoute = {
  type: 'text/html',
  mediaTypes: ['application/json', 'text/html'],
  // There is nothing secret on these pages.
  compress: true,
} as const

export function frontPageRoute(options: FrontPageOptions): AnyRoute {
  return hiddenRoute({
    ...pageRoute,
    path: '/',
    query: Type.Object({
      near: Type.Optional(Type.String({ maxLength: 120, description: 'The place of the reader.' })),
    }),
    handle: async ({ mediaType, host, nowMs, query, signal, admission }) => {
      const firstSync = await options.firstSync()
      const rebuild = await options.rebuild()
      const healthy = await options.isHealthy()
      if (mediaType === 'application/json') {
        return dataReply({
          name: 'Broadsheet',
          version: options.version,
          ok: healthy,
          sandbox: options.isSandbox,
          ...(firstSync ? { first_sync: firstSync } : {}),
          ...(rebuild ? { rebuild } : {}),
          services: await Promise.all(options.mounted.map((mounted) => toServiceSummary(mounted, nowMs))),
          docs: '/docs',
        })
      }
      const areas = options.mounted.flatMap(toAreas)
      const request = { near: query.near?.trim() ?? '', nowMs, admission }
      const [news, sections] = await Promise.all([
        Promise.all(areas.map((area) => readNews(area, request, signal, firstSync !== undefined))),
        Promise.all(areas.map((area) => toAreaSummary(area, nowMs))),
      ])
      const page = frontPage({
        ...options,
        healthy,
        firstSync,
        rebuild,
        nowMs,
        origin: options.origin(host),
        news: news.filter((each) => each !== undefined),
        sections,
      })
      return htmlReply(page)
    },
  })
}

/** Areas share the document and the reference of their service. */
async function toAreaSummary(area: Area, nowMs: number): Promise<ServiceSummary> {
  return { ...(await toServiceSummary(area, nowMs)), id: area.serviceId }
}

/** One service that fails or takes too long does not cost the reader the page. */
async function readNews(
  { base, service }: Area,
  request: Omit<FrontPageRequest, 'base' | 'signal'>,
  requestSignal: AbortSignal,
  inFirstSync: boolean,
): Promise<FrontPageNews | undefined> {
  if (service.frontPage === undefined) return undefined
  const read = service.frontPage.bind(service)
  const { part, problem } = await readPart((signal) => read({ ...request, base, signal }), requestSignal)
  if (problem === undefined) return part
  const text = problem === 'slow' && inFirstSync ? firstSyncText : problemTexts[problem]
  return {
    heading: service.title,
    all: { href: base, text: 'About this section' },
    body: html`<p>${text}</p>`,
  }
}

const problemTexts = {
  refused: 'There is nothing to show.',
  limited: 'Too many requests. Load the page again in a minute.',
  slow: 'This section did not answer in time. Load the page again in a moment.',
  unavailable: 'Not available right now. Load the page again in a moment.',
} as const satisfies Record<Problem, string>

const firstSyncText = 'The first sync is using most of the processor. Load the page again in a moment.'

/** The same for one service, at its base path. */
export function servicePageRoute(mounted: MountedService, { origin }: PageOptions): AnyRoute {
  return hiddenRoute({
    ...pageRoute,
    path: '',
    handle: async ({ mediaType, host, nowMs }) => {
      const entry = await toServiceSummary(mounted, nowMs)
      return mediaType === 'application/json'
        ? dataReply(entry)
        : servicePage(mounted, entry, origin(host), nowMs)
    },
  })
}

/** For a service that has a document of its own at its base path: browsers get the page instead. */
export function withServicePage(index: AnyRoute, mounted: MountedService, { origin }: PageOptions): AnyRoute {
  return {
    ...index,
    mediaTypes: pageRoute.mediaTypes,
    handle: async (context) => {
      if (context.mediaType === 'application/json') return await index.handle(context)
      const entry = await toServiceSummary(mounted, context.nowMs)
      return servicePage(mounted, entry, origin(context.host), context.nowMs)
    },
  }
}

function contents(entry: ServiceSummary, nowMs: number): Html {
  if (!entry.is_stored)
    return html`<p>Nothing is stored: each answer is read from the provider when someone asks.</p>`
  if (entry.updated_at === null) return nothingCollected('records')
  return facts(
    [
      ...countTexts(entry).map(([name, count]) => [sentenceCase(name), count] as const),
      ['Updated', updatedText(entry, nowMs)],
    ],
    'strip',
  )
}

function servicePage({ base }: MountedService, entry: ServiceSummary, origin: string, nowMs: number): Reply {
  const { pages = [] } = entry
  const page = renderPage({
    title: entry.title,
    section: entry.id,
    description: entry.about,
    crumb: html`A section of <a href="/">Broadsheet</a>.`,
    lead: entry.about,
    body: html`${contents(entry, nowMs)}
<div class="grid">
<section class="c4">${sectionHead('To read')}
<ul class="list flow two">${pages.map(({ path, title }) => html`<li><h3><a href="${path}">${sentenceCase(title)}</a></h3></li>\n`)}</ul>
${creditList(entry)}</section>
<section class="c8">${sectionHead('For developers')}
${requestList(entry, origin)}</section>
</div>`,
    data: [html`<a href="${base}/v1">List of endpoints</a>`, jsonNote],
  })
  return htmlReply(page)
}
