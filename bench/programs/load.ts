/** The load: as many requests as the server takes, over a few connections. */

import autocannon from 'autocannon'
import type { LoadRequest, LoadResult } from '../load-protocol.ts'
import { serveRunner } from './serve-runner.ts'

serveRunner(
  {},
  (question) => load(question as LoadRequest),
  () => {},
)

/** Goes on through all rounds, so that a path comes back as late as possible. */
let asked = 0

async function load({ origin, paths, headers, seconds }: LoadRequest): Promise<LoadResult> {
  const [path = '/'] = paths
  const before = process.cpuUsage()
  const result = await autocannon({
    url: origin + path,
    connections: 16,
    duration: seconds,
    headers,
    ...(paths.length === 1
      ? {}
      : { requests: [{ setupRequest: (request) => ({ ...request, path: next(paths) }) }] }),
  })
  if (result.errors > 0 || result.timeouts > 0 || result['4xx'] > 0 || result['5xx'] > 0) {
    throw new Error(`the load was not answered as it should be: ${JSON.stringify(result)}`)
  }
  const { user, system } = process.cpuUsage(before)
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    cpuMicros: (user + system) / result.requests.total,
  }
}

function next(paths: readonly string[]): string {
  asked += 1
  return paths[asked % paths.length] ?? '/'
}
