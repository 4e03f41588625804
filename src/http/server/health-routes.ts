/** The routes every service has: health, index, API document. */

import { type TSchema, Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { instant } from '../openapi/fields.ts'
import { type ApiInfo, documentPath, openApiDocument } from '../openapi/openapi-document.ts'
import { document, one } from '../reply.ts'
import { representations } from '../response/representation.ts'
import { type AnyRoute, defineRoute } from '../route.ts'

const HealthResponse = Type.Object(
  { ok: Type.Boolean(), service: Type.String(), generated_at: instant() },
  { $id: 'HealthResponse' },
)

interface SupportOptions {
  /** The service's name in health answers. */
  readonly service: string
  /** Throws when the server is not ready: store out of reach, or draining. */
  readonly ready: (signal: AbortSignal) => Promise<void>
}

/** `/health` says that the process is alive, `/healthz` that it can serve. */
export function healthRoutes({ service, ready }: SupportOptions): AnyRoute[] {
  const shared = {
    method: 'GET',
    tag: 'Support',
    answer: { whole: HealthResponse },
    access: 'none',
    cache: 'no-store',
  } as const
  const well = (nowMs: number) =>
    document(representations.json, JSON.stringify({ ok: true, service, generated_at: toInstant(nowMs) }))
  return [
    defineRoute({
      ...shared,
      path: '/health',
      id: 'getHealth',
      summary: 'Whether the process is alive',
      handle: ({ nowMs }) => well(nowMs),
    }),
    defineRoute({
      ...shared,
      path: '/healthz',
      id: 'getReadiness',
      summary: 'Whether the server can answer: database reachable, not shutting down',
      errors: ['store_unavailable'],
      handle: async ({ nowMs, signal }) => {
        await ready(signal)
        return well(nowMs)
      },
    }),
  ]
}

/** `/v1` lists what there is, unless the service brings an index of its own; `/v1/openapi.json` describes it. */
export function describingRoutes(info: ApiInfo, routes: readonly AnyRoute[], meta: TSchema): AnyRoute[] {
  const listed = routes.filter((route) => !route.hidden)
  const hasIndex = routes.some(({ method, path }) => method === 'GET' && path === '/v1')
  const index: AnyRoute = defineRoute({
    method: 'GET',
    path: '/v1',
    id: 'getIndex',
    tag: 'Support',
    summary: 'What this service offers',
    answer: {
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
    packs: true,
    handle: () => ({
      ...one({
        name: info.title,
        version: info.version,
        routes: [...listed, index].map(({ method, path, summary }) => ({
          method,
          path: documentPath(path),
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
    summary: 'This document',
    answer: { whole: Type.Object({}, { additionalProperties: true }) },
    access: 'optional',
    cache: 'no-store',
    packs: true,
    handle: () => {
      text ??= JSON.stringify(openApiDocument(info, [...routes, ...(hasIndex ? [] : [index]), api], meta))
      return document(representations.json, text, { 'cache-control': 'public, max-age=300' })
    },
  })
  return hasIndex ? [api] : [index, api]
}
