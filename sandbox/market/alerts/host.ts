/** The host of price alerts, of which only the sign of life is public. Its errors come with status 200. */

import { json, type Reply, route, type SandboxHost } from '../../host.ts'
import { contractRoute } from '../edge.ts'

export const alertsHost: SandboxHost = {
  host: 'pricealerts.tradingview.com',
  routes: [
    contractRoute('PriceAlerts.IsAlive', ({ world }) =>
      json({ s: 'ok', id: idAt(world.now()), r: { alive: true } }),
    ),
    route('GET /list_alerts', ({ world }) => failure('unauthorized', world.now())),
    route('GET /{anything}', ({ world }) => failure('no_such_endpoint', world.now())),
  ],
}

function failure(code: string, nowMs: number): Reply {
  return json({ s: 'error', id: idAt(nowMs), err: { code } })
}

function idAt(ms: number): string {
  return `sandbox.${Math.floor(ms / 1000).toString(36)}`
}
