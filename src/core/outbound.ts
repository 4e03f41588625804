/** The only way out: every request to an upstream goes through here, with a deadline, a size cap and an honest name. */

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** For the whole exchange, retries included. */
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** Answers with one of these statuses are returned instead of thrown, e.g. 404 where absence is an answer. */
  readonly accept?: readonly number[]
}

export interface OutboundAnswer {
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly receivedAt: number
}

export interface Outbound {
  /** Throws `upstream_refused` (401, 403, gates), `upstream_unavailable` (timeout, 429, 5xx, reset) or `upstream_changed`. */
  request(url: string, request: OutboundRequest): Promise<OutboundAnswer>
}
