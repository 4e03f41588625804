/** The price alerts host, of which only the health check is public. */

import { json, route, type SandboxHost } from '../../host.ts'

export const alertsHost: SandboxHost = {
  host: 'pricealerts.tradingview.com',
  routes: [
    route('GET /is_alive', ({ world }) => {
      const id = `sandbox.${Math.floor(world.now() / 1000).toString(36)}`
      return json({ s: 'ok', id, r: { alive: true } })
    }),
  ],
}
