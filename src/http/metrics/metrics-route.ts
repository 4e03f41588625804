/** `/metrics` for Prometheus. */

import { Type } from 'typebox'
import { bodyReply } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import type { Metrics } from './metrics.ts'

export function metricsRoute(metrics: Metrics): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    id: 'getMetrics',
    tag: 'Support',
    summary: 'Get Prometheus metrics',
    response: { body: Type.String(), type: 'text/plain' },
    access: 'none',
    cache: 'no-store',
    hidden: true,
    handle: async () => bodyReply(metrics.registry.contentType, await metrics.text()),
  })
}
