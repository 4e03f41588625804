/** The errors that the client throws, besides the caller’s abort reason and `TypeError`; the classes per error code are generated. */

/** A failed call; a mistake of the caller is a `TypeError`. `shouldRetry`: the same request can succeed later. */
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

/** The server responded with an error. Each code has its own class; this one itself is used for codes newer than this package. */
export class ApiError extends BroadsheetError {
  override readonly name: string = 'ApiError'
  readonly shouldRetry: boolean
  readonly code: string
  readonly status: number
  /** The invalid parameter and what is expected. */
  readonly details: Readonly<Record<string, unknown>> | undefined
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How long the server asks the caller to wait. */
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

/** Not a response of a Broadsheet server: a proxy’s page, a truncated or an oversized response. */
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

/** No response: unknown host, connection refused or reset. */
export class ConnectionError extends BroadsheetError {
  override readonly name = 'ConnectionError'
  readonly shouldRetry = true
}

/** The call, including its retries, took longer than allowed. */
export class TimeoutError extends BroadsheetError {
  override readonly name = 'TimeoutError'
  readonly shouldRetry = true
}

/** Statuses that describe the state of the server, not the request. */
function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status === 502 || status === 503 || status === 504
}
