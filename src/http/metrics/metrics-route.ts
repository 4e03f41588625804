/** `/metrics` for Prometheus. */

import { Type } from 'typebox'
import { bodyReply } from '../reply.ts'
import { type AnyRoute, defineRoute, supportRoute } from '../route.ts'
import type { Metrics } from './metrics.ts'

export function metricsRoute(metrics: Metrics): AnyRoute {
  return defineRoute({
    ...supportRoute,
    path: '/metrics',
    id: 'getMetrics',
    summary: 'Get Prometheus metrics',
    response: { body: Type.String(), type: 'text/plain' },
    hidden: true,
    handle: async () => bodyReply(metrics.registry.contentType, await metrics.text()),
  })
}
