/** A server for `/metrics` alone, on a port of its own. */

import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/** One or two Prometheus servers scrape it. */
const connectionsMax = 20
const timeoutMs = 10_000

export function createMetricsServer(metrics: Metrics): Server {
  const server = createServer(
    { requestTimeout: timeoutMs, headersTimeout: timeoutMs, connectionsCheckingInterval: 1000 },
    async ({ method, url }, response) => {
      if (url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end()
      if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end()
      const text = await metrics.text().catch(() => undefined)
      if (text === undefined) return response.writeHead(500).end()
      return response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
    },
  )
  server.maxConnections = connectionsMax
  return server
}
