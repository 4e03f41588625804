/** The health checks that every service has. */

import { Type } from 'typebox'
import { toInstant } from '../core/clock.ts'
import { instant } from './openapi/fields.ts'
import { bodyReply } from './reply.ts'
import { representations } from './request/media-types.ts'
import { type AnyRoute, defineRoute, supportRoute } from './route.ts'

const HealthResponse = Type.Object(
  { ok: Type.Boolean(), service: Type.String(), generated_at: instant() },
  { $id: 'HealthResponse' },
)

interface HealthOptions {
  /** The service's name in health responses. */
  readonly service: string
  /** Throws if the server is not ready: the store is unreachable, the disk is full, or the server is draining. */
  readonly checkReady: (signal: AbortSignal) => Promise<void>
}

/** `/health` reports liveness, `/healthz` readiness. */
export function healthRoutes({ service, checkReady }: HealthOptions): AnyRoute[] {
  const healthRoute = { ...supportRoute, isHealthCheck: true, response: { body: HealthResponse } }
  const healthyReply = (nowMs: number) =>
    bodyReply(representations.json, JSON.stringify({ ok: true, service, generated_at: toInstant(nowMs) }))
  return [
    defineRoute({
      ...healthRoute,
      path: '/health',
      id: 'getHealth',
      summary: 'Check liveness',
      handle: ({ nowMs }) => healthyReply(nowMs),
    }),
    defineRoute({
      ...healthRoute,
      path: '/healthz',
      id: 'getReadiness',
      summary: 'Check readiness',
      description:
        'Succeeds while the database is reachable, the disk is not full and the server is not shutting down.',
      errors: ['store_unavailable'],
      handle: async ({ nowMs, signal }) => {
        await checkReady(signal)
        return healthyReply(nowMs)
      },
    }),
  ]
}
