/** A service as a section of a page: what it has, how fresh it is, and requests to try. */

import { toInstant } from '../../../core/clock.ts'
import { fillExamplePath, type Service } from '../../service.ts'
import { ageText } from '../age-text.ts'
import { type Html, html } from '../html.ts'
import { referencePath } from '../reference/reference-path.ts'

export interface MountedService {
  readonly base: string
  readonly service: Service
  /** When data of these scopes was last published, in milliseconds; 0 when never. */
  publishedAt(scopes: readonly string[]): number
}

export interface Area extends MountedService {
  /** The service that documents it. */
  readonly serviceId: string
}

/** A service that joins several has a section for each. */
export function toAreas(mounted: MountedService): Area[] {
  const { service } = mounted
  return (service.areas ?? [service]).map((area) => ({ ...mounted, service: area, serviceId: service.id }))
}

export type ServiceSummary = Awaited<ReturnType<typeof toServiceSummary>>

export async function toServiceSummary({ base, service, publishedAt }: MountedService, nowMs: number) {
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

export function updatedText({ is_stored, updated_at }: ServiceSummary, nowMs: number): string {
  if (!is_stored) return 'live'
  return updated_at === null ? 'never' : ageText(nowMs - Date.parse(updated_at))
}

export function countTexts({ counts }: ServiceSummary): (readonly [name: string, count: string])[] {
  return Object.entries(counts).map(([name, count]) => [
    name.replaceAll('_', ' '),
    count.toLocaleString('en'),
  ])
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Requests to copy, and where the service is described. */
export function requestList(entry: ServiceSummary, origin: string): Html {
  return html`${entry.examples.map(
    ({ path, shows }) => html`<p class="soft">${sentenceCase(shows)}:</p>
<pre class="command"><code>curl '${origin}${path}'</code></pre>`,
  )}
<p><a href="${entry.examples[0]?.path ?? entry.base}">Try it</a> · <a href="${referencePath(entry.id)}">reference</a> · <a href="${entry.openapi}">OpenAPI</a></p>`
}

export function creditList({ credits }: ServiceSummary): Html {
  return html`${credits?.map(({ name, url }) => html`<p class="soft">With data of <a href="${url}">${name}</a>.</p>`)}`
}
