/** The routes every service has: health, index, API document. */

import { type TSchema, Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { instant } from '../openapi/fields.ts'
import { type ApiInfo, openApiDocument, toOpenApiPath } from '../openapi/openapi-document.ts'
import { bodyReply, dataReply } from '../reply.ts'
import { representations } from '../request/media-types.ts'
import { type AnyRoute, defineRoute } from '../route.ts'

const HealthResponse = Type.Object(
  { ok: Type.Boolean(), service: Type.String(), generated_at: instant() },
  { $id: 'HealthResponse' },
)

interface HealthOptions {
  /** The service's name in health responses. */
  readonly service: string
  /** Throws if the server is not ready: the store is unreachable, or the server is draining. */
  readonly checkReady: (signal: AbortSignal) => Promise<void>
}

/** `/health` reports liveness, `/healthz` readiness. */
export function healthRoutes({ service, checkReady }: HealthOptions): AnyRoute[] {
  const shared = {
    method: 'GET',
    tag: 'Support',
    response: { body: HealthResponse },
    access: 'none',
    cache: 'no-store',
  } as const satisfies Partial<AnyRoute>
  const healthyReply = (nowMs: number) =>
    bodyReply(representations.json, JSON.stringify({ ok: true, service, generated_at: toInstant(nowMs) }))
  return [
    defineRoute({
      ...shared,
      path: '/health',
      id: 'getHealth',
      summary: 'Check liveness',
      handle: ({ nowMs }) => healthyReply(nowMs),
    }),
    defineRoute({
      ...shared,
      path: '/healthz',
      id: 'getReadiness',
      summary: 'Check readiness',
      description: 'Succeeds while the database is reachable and the server is not shutting down.',
      errors: ['store_unavailable'],
      handle: async ({ nowMs, signal }) => {
        await checkReady(signal)
        return healthyReply(nowMs)
      },
    }),
  ]
}

/** `/v1` lists the endpoints, unless the service has its own index; `/v1/openapi.json` describes them. */
export function documentRoutes(info: ApiInfo, routes: readonly AnyRoute[], meta: TSchema): AnyRoute[] {
  const publicRoutes = routes.filter((route) => !route.hidden)
  const hasIndex = routes.some(({ method, path }) => method === 'GET' && path === '/v1')
  const index: AnyRoute = defineRoute({
    method: 'GET',
    path: '/v1',
    id: 'getIndex',
    tag: 'Support',
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
    access: 'optional',
    cache: 'no-store',
    compress: true,
    handle: () => ({
      ...dataReply({
        name: info.title,
        version: info.version,
        routes: [...publicRoutes, index].map(({ method, path, summary }) => ({
          method,
          path: toOpenApiPath(path),
          summary,
        })),
      }),
      headers: { link: `<${info.base}/v1/openapi.json>; rel="service-desc", </docs>; rel="service-doc"` },
    }),
  })
  let text: string | undefined
  const api: AnyRoute = defineRoute({
    method: 'GET',
    path: '/v1/openapi.json',
    id: 'getOpenApi',
    tag: 'Support',
    summary: 'Get the OpenAPI document',
    response: { body: Type.Object({}, { additionalProperties: true }) },
    access: 'optional',
    cache: 'no-store',
    compress: true,
    handle: () => {
      text ??= JSON.stringify(openApiDocument(info, [...routes, ...(hasIndex ? [] : [index]), api], meta))
      return bodyReply(representations.json, text, { 'cache-control': 'public, max-age=300' })
    },
  })
  return hasIndex ? [api] : [index, api]
}
