/** The requests to the sandbox, so that a test can assert "one upstream request". */

import { matcher, pathMatcher } from './wildcard.ts'

export interface LoggedRequest {
  readonly at: number
  readonly method: string
  readonly host: string
  /** Path and query. */
  readonly path: string
  /** The kind of the fault that applied, other than latency. */
  readonly fault?: string
}

const requestsMax = 10_000

/** The newest 10,000 requests since the start or the last `clear`. */
export class RequestLog {
  #requests: LoggedRequest[] = []

  add(request: LoggedRequest): void {
    this.#requests.push(request)
    if (this.#requests.length >= 2 * requestsMax) this.#requests = this.#requests.slice(-requestsMax)
  }

  /** Oldest first. Accepts `*` as faults do: `list('gazette.sandbox', '/api/towns/*')`. */
  list(host = '*', path = '*'): readonly LoggedRequest[] {
    const matchesHost = matcher(host)
    const matchesPath = pathMatcher(path)
    return this.#requests
      .slice(-requestsMax)
      .filter((request) => matchesHost(request.host) && matchesPath(request.path))
  }

  count(host?: string, path?: string): number {
    return this.list(host, path).length
  }

  /** Numbers of requests by host and path, without the query. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { host, path } of this.list()) {
      const key = `${host}${path.split('?', 1)[0]}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }

  clear(): void {
    this.#requests = []
  }
}
