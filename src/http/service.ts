/** A service as the HTTP server sees it: routes and how it describes itself. */

import type { TSchema } from 'typebox'
import { toInstant } from '../core/clock.ts'
import type { Admission } from './access-control.ts'
import type { ChangeSource } from './changes/change-source.ts'
import type { ApiInfo } from './openapi/openapi-document.ts'
import type { SitemapEntry } from './pages/feeds/sitemap.ts'
import type { Html } from './pages/html.ts'
import type { ApiRequest } from './pages/request-link.ts'
import type { DeskService } from './pages/scripts/desk/desk-service.ts'
import type { AnyRoute } from './route.ts'

export interface Service {
  /** Its name on the command line and in health responses. */
  readonly id: string
  /** The scopes under which its data is published. */
  readonly scopes: readonly string[]
  readonly title: string
  /** One sentence for the front page. */
  readonly about: string
  readonly version: string
  readonly description: string
  readonly tags: ApiInfo['tags']
  readonly routes: readonly AnyRoute[]
  /** What its readers can follow. */
  readonly changes?: ChangeSource
  /** The service's `meta`. */
  readonly meta: TSchema
  /** Example requests for the front page; `{now}` becomes the current minute. */
  readonly examples: readonly { readonly path: string; readonly shows: string }[]
  /** Where people browse its data in a browser. */
  readonly pages?: readonly { readonly path: string; readonly title: string }[]
  /** Collections of others that the data contains and that ask for a visible link. */
  readonly credits?: readonly { readonly name: string; readonly url: string }[]
  /** The sitemaps of its pages, with paths relative to its base. */
  sitemaps?(): Promise<readonly SitemapEntry[]>
  /** The services that it joins; each has a section of its own on the front page. */
  readonly areas?: readonly Service[]
  /** Its news on the front page; throws what its routes throw. */
  frontPage?(request: FrontPageRequest): Promise<FrontPageNews>
  /** What the search over everything finds in it; one section fails without the others. */
  readonly searches?: readonly SearchSection[]
  /** Of a record that exists, by the name of the path parameter: the forms of the API reference start with them. */
  readIds?(): Promise<Readonly<Record<string, string>>>
  /** Record counts for the front page. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** How it appears on the desk of operators; absent if no source fills it. */
  readonly desk?: Omit<DeskService, 'id'>
}

export interface FrontPageRequest {
  /** Where the service is mounted. */
  readonly base: string
  /** The place of the reader, as it was written; empty if none is named. */
  readonly near: string
  readonly nowMs: number
  readonly admission: Admission
  /** Aborted when the page no longer waits. */
  readonly signal: AbortSignal
}

export interface FrontPageNews {
  readonly heading: string
  /** The page with all of it. */
  readonly all?: { readonly href: string; readonly text: string }
  readonly body: Html
  /** The API request for the same. */
  readonly api?: ApiRequest
  /** Across the page, above the columns. */
  readonly strip?: Html
}

export interface SearchSection {
  /** `movies`: in the response for programs. */
  readonly id: string
  readonly title: string
  /** Throws what the routes of the service throw. */
  find(request: SearchRequest): Promise<SearchResult>
}

export interface SearchRequest {
  /** Where the service is mounted. */
  readonly base: string
  /** Never empty. */
  readonly q: string
  readonly limit: number
  readonly nowMs: number
  readonly admission: Admission
  /** Aborted when the search no longer waits. */
  readonly signal: AbortSignal
}

export interface SearchResult {
  /** The best first, at most `limit`. */
  readonly hits: readonly SearchHit[]
  /** The page with all of them, if there is one. */
  readonly all?: string
  /** The API request for the same. */
  readonly api?: ApiRequest
}

export interface SearchHit {
  readonly title: string
  /** What tells it from others with the same title. */
  readonly note: string
  readonly path: string
}

/** The path of an example request. */
export function fillExamplePath(path: string, nowMs: number): string {
  return path.replace('{now}', `${toInstant(nowMs).slice(0, 16)}:00Z`)
}

/** Several services behind one base path, described as one. */
export function joinServices(
  description: Pick<Service, 'id' | 'title' | 'about' | 'version' | 'description'>,
  areas: readonly Service[],
): Service {
  const tags = areas.flatMap((area) => area.tags)
  const [first] = areas
  if (!first) throw new TypeError('a service needs at least one area')
  return {
    ...description,
    scopes: areas.flatMap((area) => area.scopes),
    tags: tags.filter((tag, index) => tags.findIndex(({ name }) => name === tag.name) === index),
    routes: areas.flatMap((area) => area.routes),
    meta: first.meta,
    examples: areas.flatMap((area) => area.examples),
    pages: areas.flatMap((area) => area.pages ?? []),
    credits: areas.flatMap((area) => area.credits ?? []),
    sitemaps: async () => (await Promise.all(areas.map((area) => area.sitemaps?.() ?? []))).flat(),
    areas,
    readIds: async () =>
      Object.assign({}, ...(await Promise.all(areas.map((area) => area.readIds?.() ?? {})))),
    counts: async () =>
      Object.assign({}, ...(await Promise.all(areas.map((area) => area.counts())))) as Record<string, number>,
  }
}
