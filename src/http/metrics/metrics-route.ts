/** `/metrics` for Prometheus. */

import { bodyReply } from '../reply.ts'
import { type AnyRoute, hiddenRoute } from '../route.ts'
import type { Metrics } from './metrics.ts'

export function metricsRoute(metrics: Metrics): AnyRoute {
  return hiddenRoute({
    path: '/metrics',
    type: 'text/plain',
    handle: async () => bodyReply(metrics.registry.contentType, await metrics.text()),
  })
}
