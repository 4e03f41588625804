/** Remembers what was asked of the sandbox, so that a test can say "one upstream request". */

import { matcher, pathMatcher } from './pattern.ts'

export interface LoggedRequest {
  readonly at: number
  readonly method: string
  readonly host: string
  /** Path and query. */
  readonly path: string
  /** The kind of fault that struck, latency aside. */
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

  /** Oldest first. Stars are allowed as in faults: `list('gazette.sandbox', '/api/towns/*')`. */
  list(host = '*', path = '*'): readonly LoggedRequest[] {
    const hostFits = matcher(host)
    const pathFits = pathMatcher(path)
    return this.#requests
      .slice(-requestsMax)
      .filter((request) => hostFits(request.host) && pathFits(request.path))
  }

  count(host?: string, path?: string): number {
    return this.list(host, path).length
  }

  /** How many by host and path, the query left out. */
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
