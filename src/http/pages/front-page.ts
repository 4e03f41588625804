/** The front page: the services, how much data they have and how fresh it is, and requests to try; as HTML or JSON. */

import { Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { dataReply, type Reply } from '../reply.ts'
import { errorsPath } from '../response/error-response.ts'
import { type AnyRoute, defineRoute, supportRoute } from '../route.ts'
import { fillExamplePath, type Service } from '../service.ts'
import { type Html, html } from './html.ts'
import { htmlReply, renderPage } from './page.ts'
import { referencePath } from './reference-path.ts'

export interface MountedService {
  readonly base: string
  readonly service: Service
  /** When data of these scopes was last published, in milliseconds; 0 when never. */
  publishedAt(scopes: readonly string[]): number
}

/** How much the first sync has collected. */
export interface FirstSync {
  /** 0 until they are counted. */
  readonly sources: number
  readonly collected: number
  /** Sources whose runs have all failed. */
  readonly failed: number
  /** Theaters, job boards, trust centers and so on that are read. */
  readonly members: number
  readonly published: number
}

interface PageOptions {
  /** The base URL in the curl commands. */
  readonly origin: (host: string | undefined) => string
}

interface FrontPageOptions extends PageOptions {
  /** Undefined before the first sync, and once it is complete. */
  readonly firstSync: () => Promise<FirstSync | undefined>
  readonly mounted: readonly MountedService[]
  readonly version: string
  readonly isHealthy: () => Promise<boolean>
  readonly isSandbox: boolean
  /** Whether `/metrics` is on the same port. */
  readonly hasMetrics: boolean
}

const pageRoute = {
  ...supportRoute,
  response: { body: Type.Object({}, { additionalProperties: true }), type: 'text/html' },
  mediaTypes: ['application/json', 'text/html'],
  hidden: true,
} as const

type ServiceSummary = Awaited<ReturnType<typeof toServiceSummary>>

export function frontPageRoute(options: FrontPageOptions): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '/',
    id: 'getFrontPage',
    summary: 'Get the front page',
    handle: async ({ mediaType, host, nowMs }) => {
      const firstSync = await options.firstSync()
      const healthy = await options.isHealthy()
      if (mediaType === 'application/json') {
        return dataReply({
          name: 'Broadsheet',
          version: options.version,
          ok: healthy,
          sandbox: options.isSandbox,
          ...(firstSync ? { first_sync: firstSync } : {}),
          services: await Promise.all(options.mounted.map((mounted) => toServiceSummary(mounted, nowMs))),
          docs: '/docs',
        })
      }
      const origin = options.origin(host)
      const sections = await Promise.all(options.mounted.map((mounted) => toSections(mounted, origin, nowMs)))
      return htmlReply(frontPage(sections.flat(), { ...options, healthy, firstSync, nowMs }))
    },
  })
}

/** The same for one service, at its base path. */
export function servicePageRoute(mounted: MountedService, { origin }: PageOptions): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '',
    id: 'getServicePage',
    summary: 'Get the page of the service',
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

function servicePage({ base }: MountedService, entry: ServiceSummary, origin: string, nowMs: number): Reply {
  return htmlReply(
    renderPage({
      title: `${entry.title} · Broadsheet`,
      body: html`<header class="masthead"><h1>Broadsheet</h1></header>
<main>${toSection(entry, origin, nowMs)}</main>
<footer><p><a href="/">Front page</a> · <a href="${base}/v1">list of endpoints</a> · <a href="${errorsPath}">errors</a></p></footer>`,
    }),
  )
}

/** A section of the front page: one for each area of a service that joins several. */
async function toSections(mounted: MountedService, origin: string, nowMs: number): Promise<Html[]> {
  const { service } = mounted
  const areas = service.areas ?? [service]
  return await Promise.all(
    areas.map(async (area) => {
      const summary = await toServiceSummary({ ...mounted, service: area }, nowMs)
      // Areas share the document and the reference of their service.
      return toSection({ ...summary, id: service.id }, origin, nowMs)
    }),
  )
}

async function toServiceSummary({ base, service, publishedAt }: MountedService, nowMs: number) {
  const at = publishedAt(service.scopes)
  return {
    id: service.id,
    title: service.title,
    about: service.about,
    base: base === '' ? '/' : base,
    counts: await service.counts(),
    updated_at: at === 0 ? null : toInstant(at),
    // False for a service that only reads through to its upstream.
    is_stored: service.scopes.length > 0,
    openapi: `${base}/v1/openapi.json`,
    ...(service.pages?.length
      ? { pages: service.pages.map(({ path, title }) => ({ path: base + path, title })) }
      : {}),
    ...(service.credits?.length ? { credits: service.credits } : {}),
    examples: service.examples.map(({ path, shows }) => ({
      path: base + fillExamplePath(path, nowMs),
      shows,
    })),
  }
}

function toProgress({ sources, collected, failed, members, published }: FirstSync): string {
  if (sources === 0) return 'First sync: starting. Lists are empty until sources are collected.'
  const failures = failed === 0 ? '' : `; ${failed} failed and will be tried again`
  return `First sync: ${collected} of ${sources} sources are collected${failures}. ${published} of ${members} theaters, job boards, trust centers and towns are published. Lists are incomplete until it is finished.`
}

interface FrontPageState extends Pick<FrontPageOptions, 'version' | 'hasMetrics'> {
  readonly healthy: boolean
  readonly firstSync: FirstSync | undefined
  readonly nowMs: number
}

function frontPage(
  sections: readonly Html[],
  { version, hasMetrics, healthy, firstSync, nowMs }: FrontPageState,
): string {
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(nowMs)
  return renderPage({
    title: 'Broadsheet',
    head: html`<meta name="description" content="Public data, collected from many sources and served over HTTP.">`,
    body: html`<header class="masthead">
<h1>Broadsheet</h1>
<p>${today} · version ${version} · <span class="${healthy ? 'good' : 'bad'}">${healthy ? 'healthy' : 'not ready'}</span></p>
${firstSync ? html`<p>${toProgress(firstSync)}</p>` : undefined}
</header>
<main>
<div class="columns">
${sections}
</div>
</main>
<footer>
<p><a href="/docs">API reference</a> · <a href="${errorsPath}">errors</a> · <a href="/health">health</a> · ${hasMetrics ? html`<a href="/metrics">metrics</a> · ` : undefined}<a href="/llms.txt">llms.txt</a> ·
Send <code>Accept: application/json</code> to get this page as data.</p>
</footer>`,
  })
}

function updatedText({ is_stored, updated_at }: ServiceSummary, nowMs: number): string {
  if (!is_stored) return 'live'
  return updated_at === null ? 'never' : formatAge(nowMs - Date.parse(updated_at))
}

function toSection(entry: ServiceSummary, origin: string, nowMs: number): Html {
  return html`<section>
<h2>${entry.title}</h2>
<p>${entry.about}</p>
<dl class="facts">
${Object.entries(entry.counts).map(([name, count]) => html`<dt>${name.replaceAll('_', ' ')}</dt><dd>${count.toLocaleString('en')}</dd>`)}
<dt>updated</dt><dd>${updatedText(entry, nowMs)}</dd>
</dl>
${entry.pages && html`<p>Browse ${entry.pages.map(({ path, title }, at) => html`${at === 0 ? '' : ' · '}<a href="${path}">${title}</a>`)}</p>`}
${entry.examples.map(
  ({ path, shows }) => html`<p class="soft">${shows[0]?.toUpperCase()}${shows.slice(1)}:</p>
<pre><code>curl '${origin}${path}'</code></pre>`,
)}
${entry.credits?.map(({ name, url }) => html`<p class="soft">With data of <a href="${url}">${name}</a>.</p>`)}
<p><a href="${entry.examples[0]?.path ?? entry.base}">Try it</a> · <a href="${referencePath(entry.id)}">reference</a> · <a href="${entry.openapi}">OpenAPI</a></p>
</section>
`
}

function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`
  return `${Math.floor(minutes / 60)} hours ago`
}
