/** The closed list of everything that can go wrong in public: code, status, whether a retry helps, what it means. */

interface ErrorKind {
  readonly status: number
  /** Whether sending the same request again can succeed. */
  readonly retry: boolean
  /** One sentence for the reference page and for `title` of problem+json. */
  readonly meaning: string
  /** What the caller does about it. */
  readonly remedy: string
}

export const errorKinds = {
  invalid_request: {
    status: 400,
    retry: false,
    meaning: 'A parameter or the body does not fit its schema.',
    remedy: 'Read `details`: it names the parameter and what would be right.',
  },
  invalid_cursor: {
    status: 400,
    retry: false,
    meaning: 'The cursor was altered, or belongs to a request with other filters.',
    remedy:
      'Start again without a cursor and follow `meta.pagination.next_cursor` with the filters unchanged.',
  },
  malformed_request: {
    status: 400,
    retry: false,
    meaning: 'The request is not valid HTTP, has a malformed URL, or its body is not valid JSON.',
    remedy: 'Send a well-formed request; percent-encode the URL and encode the body as UTF-8 JSON.',
  },
  invalid_code: {
    status: 400,
    retry: false,
    meaning: 'The sign-in code is wrong, used, expired, or was never sent; which of these is not told.',
    remedy: 'Type the newest code again. After five wrong tries ask for a new one.',
  },
  unauthenticated: {
    status: 401,
    retry: false,
    meaning:
      'The credential is missing, malformed, unknown, expired or revoked, or is not of the kind this route takes.',
    remedy:
      'Send a valid API key in `x-api-key` (or `X-Service-Key`), or a management token as `Authorization: Bearer`. Key management takes the token only.',
  },
  insufficient_credits: {
    status: 402,
    retry: false,
    meaning: 'The request costs more credits than are left.',
    remedy: 'Ask for less, wait for the next period in `details.renews_at`, or ask the operator for a grant.',
  },
  not_found: {
    status: 404,
    retry: false,
    meaning: 'There is nothing at this path, or nothing with this id.',
    remedy: 'Check the path against the API reference and the id against the list it came from.',
  },
  unknown_symbol: {
    status: 404,
    retry: false,
    meaning: 'The source does not know the symbol.',
    remedy: 'Look the symbol up with `/v1/symbols/search` and write it as `EXCHANGE:TICKER`.',
  },
  no_data: {
    status: 404,
    retry: false,
    meaning: 'The source knows the thing but has nothing of this kind for it.',
    remedy: 'Ask for something else; it may come later.',
  },
  method_not_allowed: {
    status: 405,
    retry: false,
    meaning: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    retry: false,
    meaning: 'None of the media types in `Accept` is offered here.',
    remedy: 'Ask for one of the types in `details.offered`, or leave `Accept` out for JSON.',
  },
  request_timeout: {
    status: 408,
    retry: true,
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again over a connection that does not stall.',
  },
  key_limit_reached: {
    status: 409,
    retry: false,
    meaning: 'The identity has as many active keys as it may have.',
    remedy: 'Revoke a key that is no longer needed.',
  },
  limit_request_open: {
    status: 409,
    retry: false,
    meaning: 'The identity has a request for higher limits that is not decided yet.',
    remedy: 'Wait for the decision, or write to the operator.',
  },
  request_in_progress: {
    status: 409,
    retry: true,
    meaning: 'A request with the same `Idempotency-Key` is being answered at this moment.',
    remedy: 'Send it again after `Retry-After`; the answer will be the one the first request gets.',
  },
  idempotency_key_reused: {
    status: 409,
    retry: false,
    meaning: 'The `Idempotency-Key` was used before with another body.',
    remedy: 'Use a new key for a new request.',
  },
  payload_too_large: {
    status: 413,
    retry: false,
    meaning: 'The body is larger than this route takes.',
    remedy: 'Stay within the limit named in `details`.',
  },
  uri_too_long: {
    status: 414,
    retry: false,
    meaning: 'The URL is longer than 8,192 bytes.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    status: 415,
    retry: false,
    meaning: 'The body is of a type this route does not read.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  unsupported_capability: {
    status: 422,
    retry: false,
    meaning: 'The source or this session cannot give what was asked for.',
    remedy: 'Read `capabilities` of the showtime first; ask for what is true there.',
  },
  rate_limited: {
    status: 429,
    retry: true,
    meaning: 'More requests than the limit allows; `details` names the window.',
    remedy:
      'Wait for `Retry-After`. `RateLimit` tells on every answer how much is left; an API key has higher limits.',
  },
  headers_too_large: {
    status: 431,
    retry: false,
    meaning: 'The request headers exceed 16,384 bytes.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    retry: false,
    meaning: 'A defect of this server; the cause is in its log under the request id.',
    remedy: 'Report it with the request id.',
  },
  upstream_refused: {
    status: 502,
    retry: false,
    meaning: 'The source said no: credentials, terms, or a gate.',
    remedy: 'Nothing helps on your side; stored data stays readable.',
  },
  upstream_changed: {
    status: 502,
    retry: false,
    meaning: 'The source answered in a form we do not know.',
    remedy: 'Nothing helps on your side; the operator has been told.',
  },
  upstream_unavailable: {
    status: 503,
    retry: true,
    meaning: 'The source timed out, failed, or asked us to slow down.',
    remedy: 'Try again after `Retry-After`, or read stored data.',
  },
  upstream_timeout: {
    status: 504,
    retry: true,
    meaning: 'The source did not answer within its deadline.',
    remedy: 'Try again after a pause; kept answers are given as long as they are within their bound.',
  },
  store_unavailable: {
    status: 503,
    retry: true,
    meaning: 'The database cannot be reached or is busy.',
    remedy: 'Try again after `Retry-After`.',
  },
  overloaded: {
    status: 503,
    retry: true,
    meaning: 'The server is at its limit, or is shutting down.',
    remedy: 'Try again after `Retry-After`, with a growing pause.',
  },
  deadline_exceeded: {
    status: 503,
    retry: true,
    meaning: 'The answer could not be made within the time a request may take.',
    remedy: 'Ask for less at once, or try again after `Retry-After`.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorKinds

interface FailureOptions {
  /** For the caller: the offending parameter and what would be right. */
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  /** What the answer carries beside the usual headers. */
  headers?: Readonly<Record<string, string>>
  /** For the log alone. */
  cause?: unknown
}

/** Anything thrown on purpose. Whatever else is thrown is a defect and becomes `internal`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return errorKinds[this.code].status
  }

  get retry(): boolean {
    return errorKinds[this.code].retry
  }
}

export function isFailure(thrown: unknown, code?: ErrorCode): thrown is Failure {
  return thrown instanceof Failure && (code === undefined || thrown.code === code)
}

/** Wrong configuration: reported on the command line, all problems at once, before anything starts. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.name = 'Misconfigured'
    this.problems = problems
  }
}
