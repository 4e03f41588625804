/** What the client throws beside the caller’s own abort reason and `TypeError`; the classes per code of the server are generated. */

/** What goes wrong on the way; a caller’s mistake is a `TypeError`. `shouldRetry` says whether the same request can succeed later. */
export abstract class BroadsheetError extends Error {
  abstract readonly shouldRetry: boolean
}

export interface ApiErrorInit {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
}

/** The server said no. Its code has a class of its own; this one itself stands for codes newer than this package. */
export class ApiError extends BroadsheetError {
  override readonly name: string = 'ApiError'
  readonly shouldRetry: boolean
  readonly code: string
  readonly status: number
  /** The offending parameter and what would be right. */
  readonly details: Readonly<Record<string, unknown>> | undefined
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined

  constructor(facts: ApiErrorInit) {
    super(facts.message)
    this.code = facts.code
    this.status = facts.status
    this.details = facts.details
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.shouldRetry = isTransient(facts.status)
  }
}

/** What answered does not speak as the server does: a proxy’s page, half an answer, one that is too large. */
export class UnexpectedResponseError extends BroadsheetError {
  override readonly name = 'UnexpectedResponseError'
  readonly shouldRetry: boolean
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(message: string, status: number, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, options)
    this.status = status
    this.shouldRetry = isTransient(status)
    this.retryAfterMs = options.retryAfterMs
  }
}

/** No answer came: no such host, refused, cut off. */
export class ConnectionError extends BroadsheetError {
  override readonly name = 'ConnectionError'
  readonly shouldRetry = true
}

/** The whole call, with its retries, took longer than it may. */
export class TimeoutError extends BroadsheetError {
  override readonly name = 'TimeoutError'
  readonly shouldRetry = true
}

/** Statuses that tell of a state of things, not of the request. */
function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status === 502 || status === 503 || status === 504
}
