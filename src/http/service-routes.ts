/** All routes of a service: its own, and the health checks, index and API document that every service has. */

import { Type } from 'typebox'
import { abortable } from '../core/async/abortable.ts'
import { markDeprecated } from './deprecations.ts'
import { healthRoutes } from './health-routes.ts'
import { type ApiInfo, openApiDocument, toOpenApiPath } from './openapi/openapi-document.ts'
import { withMarkdown } from './pages/page-markdown.ts'
import { referencePath } from './pages/reference/reference-path.ts'
import { bodyReply, dataReply } from './reply.ts'
import { representations } from './request/media-types.ts'
import { type AnyRoute, defineRoute, supportRoute } from './route.ts'
import type { Service } from './service.ts'

export function buildServiceRoutes(
  service: Service,
  base: string,
  checkReady: (signal: AbortSignal) => Promise<void>,
  loadExamples: LoadExamples = async () => ({}),
): AnyRoute[] {
  const routes = [...healthRoutes({ service: service.id, checkReady }), ...service.routes].map((route) =>
    withMarkdown(markDeprecated(route), base),
  )
  const hasIndex = routes.some(({ method, path }) => method === 'GET' && path === '/v1')
  const listed = hasIndex ? routes : [...routes, indexRoute({ ...service, base }, routes)]
  return [...listed, documentRoute({ ...service, base }, listed, loadExamples)]
}

/** Responses by operation id, for the API document; loaded when somebody requests it. */
export type LoadExamples = () => Promise<Readonly<Record<string, unknown>>>

const documented = { ...supportRoute, access: 'optional', compress: true } as const

function indexRoute({ id, title, version, base }: Service & ApiInfo, routes: readonly AnyRoute[]): AnyRoute {
  const index: AnyRoute = defineRoute({
    ...documented,
    path: '/v1',
    id: 'getIndex',
    summary: 'List endpoints',
    response: {
      data: Type.Object({
        name: Type.String(),
        version: Type.String(),
        routes: Type.Array(
          Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() }),
        ),
      }),
    },
    handle: () => ({
      ...dataReply({
        name: title,
        version,
        routes: [...routes, index]
          .filter(({ hidden }) => !hidden)
          .map(({ method, path, summary }) => ({ method, path: toOpenApiPath(path), summary })),
      }),
      headers: {
        link: `<${base}/v1/openapi.json>; rel="service-desc", <${referencePath(id)}>; rel="service-doc"`,
      },
    }),
  })
  return index
}

function documentRoute(
  info: Service & ApiInfo,
  routes: readonly AnyRoute[],
  loadExamples: LoadExamples,
): AnyRoute {
  let built: { readonly ids: string; readonly text: string } | undefined
  const document: AnyRoute = defineRoute({
    ...documented,
    path: '/v1/openapi.json',
    id: 'getOpenApi',
    summary: 'Get the OpenAPI document',
    response: { body: Type.Object({}, { additionalProperties: true }) },
    example: { openapi: '3.1.0', info: { title: info.title, version: info.version }, paths: {} },
    handle: async ({ signal }) => {
      const ids = await readIds(info, signal)
      const key = JSON.stringify(ids)
      if (built?.ids !== key) {
        const examples = { responses: await loadExamples(), ids }
        built = {
          ids: key,
          text: JSON.stringify(openApiDocument(info, [...routes, document], info.meta, examples)),
        }
      }
      return bodyReply(representations.json, built.text, { 'cache-control': 'public, max-age=300' })
    },
  })
  return document
}

const idsDeadlineMs = 1000

/** None if the store does not answer in time: the document can be read without it. */
async function readIds(service: Service, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  if (service.readIds === undefined) return {}
  try {
    return await abortable(service.readIds(), AbortSignal.any([signal, AbortSignal.timeout(idsDeadlineMs)]))
  } catch {
    return {}
  }
}
