/** The closed list of public error codes: status, whether a retry helps, what each means and what to do about it. */

interface ErrorKind {
  readonly status: number
  /** Sending the same request again can succeed. */
  readonly retry?: true
  /** One sentence for the reference page and for `title` of problem+json. */
  readonly meaning: string
  /** What the caller can do about it. */
  readonly remedy: string
}

const kinds = {
  invalid_request: {
    status: 400,
    meaning: 'A parameter or the body does not match its schema.',
    remedy: 'Read `details`: it names the parameter and the values it accepts.',
  },
  invalid_cursor: {
    status: 400,
    meaning:
      'The cursor is not valid, belongs to a request with different filters, or was issued before the data was rebuilt or the server was updated.',
    remedy:
      'Start again without a cursor, and follow `meta.pagination.next_cursor` without changing the filters.',
  },
  malformed_request: {
    status: 400,
    meaning: 'The request is not valid HTTP, has a malformed URL, or its body is not valid JSON.',
    remedy: 'Send a well-formed request: percent-encode the URL, and send the body as JSON in UTF-8.',
  },
  invalid_code: {
    status: 400,
    meaning:
      'The sign-in code is wrong, expired, already used, or was never sent. For security, the response does not say which.',
    remedy: 'Enter the newest code again. After five failed attempts, request a new one.',
  },
  unauthenticated: {
    status: 401,
    meaning:
      'The credential is missing, malformed, unknown, expired or revoked, or is of a kind that this route does not accept.',
    remedy:
      'Send a valid API key in `x-api-key` (or `X-Service-Key`), or a management token as `Authorization: Bearer`. Key management accepts only the token.',
  },
  insufficient_credits: {
    status: 402,
    meaning: 'The request costs more credits than you have left.',
    remedy: 'Request less, wait until `details.renews_at`, or ask the operator for more credits.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The API key is valid, but is not allowed to do this.',
    remedy: 'Use a key with the scope in `details.required_scope`, or add it to the key.',
  },
  address_not_allowed: {
    status: 403,
    meaning: 'The API key is valid, but not from the address that the request comes from.',
    remedy:
      'Send the request from an address that the key allows, or add `details.address` to `allowed_addresses` of the key.',
  },
  not_found: {
    status: 404,
    meaning: 'There is no such path, or no resource with this id.',
    remedy: 'Check the path in the API reference, and the id in the list it came from.',
  },
  unknown_symbol: {
    status: 404,
    meaning: 'The source has no such symbol.',
    remedy: 'Find the symbol with `/v1/symbols/search` and write it as `EXCHANGE:TICKER`.',
  },
  no_data: {
    status: 404,
    meaning: 'The resource exists, but the source has no data of this kind for it.',
    remedy: 'Request other data, or try again later: the source may add it.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    meaning: 'The route offers none of the media types in `Accept`.',
    remedy: 'Accept one of the types in `details.offered`, or omit `Accept` to get JSON.',
  },
  request_timeout: {
    status: 408,
    retry: true,
    meaning: 'The complete request did not arrive in time.',
    remedy: 'Send it again over a stable connection.',
  },
  key_limit_reached: {
    status: 409,
    meaning: 'The identity already has the maximum number of active keys.',
    remedy: 'Revoke a key that you no longer need.',
  },
  webhook_limit_reached: {
    status: 409,
    meaning: 'The identity already has the maximum number of webhooks.',
    remedy: 'Delete a webhook that you no longer need.',
  },
  subscription_limit_reached: {
    status: 409,
    meaning: 'The identity already has the maximum number of subscriptions.',
    remedy: 'Delete a subscription that you no longer need.',
  },
  webhook_ended: {
    status: 409,
    meaning: 'The receiver of the webhook has ended it with status 410, so it cannot be resumed.',
    remedy: 'Delete it, and create another one.',
  },
  limit_request_open: {
    status: 409,
    meaning: 'The identity already has a pending request for higher limits.',
    remedy: 'Wait for the decision, or contact the operator.',
  },
  source_busy: {
    status: 409,
    retry: true,
    meaning: 'The source is being read, or a run of it is already requested.',
    remedy: 'Follow the run in `details.run_id` to its end, then try again.',
  },
  run_ended: {
    status: 409,
    meaning: 'The run has ended, so it cannot be cancelled.',
    remedy: 'Read the run to see how it ended.',
  },
  request_in_progress: {
    status: 409,
    retry: true,
    meaning: 'A request with the same `Idempotency-Key` is still being processed.',
    remedy: 'Send it again after `Retry-After` to get the response of the first request.',
  },
  idempotency_key_reused: {
    status: 409,
    meaning: 'The `Idempotency-Key` was already used with a different body.',
    remedy: 'Use a new key for each new request.',
  },
  changes_expired: {
    status: 410,
    meaning:
      'The changes after this position are no longer stored, or the data was rebuilt since: what follows would have a gap.',
    remedy:
      'Read the list at `details.restart` again and follow from its `meta.changes_after`; or go on at `details.oldest` and do without what is lost.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than this route allows.',
    remedy: 'Stay within the limit in `details`.',
  },
  uri_too_long: {
    status: 414,
    meaning: 'The URL is longer than 8,192 bytes.',
    remedy: 'Send fewer or shorter parameters.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The route does not support the media type of the body.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'The file has no such part.',
    remedy:
      'Request a range within the number of bytes in `Content-Range`. A file that is complete needs none.',
  },
  response_too_large: {
    status: 422,
    meaning: 'The response is too large to be stored for its `Idempotency-Key`. Nothing was charged.',
    remedy: 'Request less at once, or omit the `Idempotency-Key`.',
  },
  export_too_large: {
    status: 422,
    meaning:
      'The export would have more rows or bytes than the server writes into one file. Nothing was charged.',
    remedy: 'Add filters, choose Parquet, which is the smallest format, or read the list page by page.',
  },
  unsupported_capability: {
    status: 422,
    meaning: 'The source or this showtime does not support the operation.',
    remedy: 'Check `capabilities` of the showtime first, and request only what it supports.',
  },
  rate_limited: {
    status: 429,
    retry: true,
    meaning:
      'You sent more requests than the limit allows, or too many that the cache cannot answer; `details` names the limit.',
    remedy:
      'Try again after `Retry-After`. Every response states the remaining quota in `RateLimit`; with an API key the limits are higher.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The request headers exceed 16,384 bytes.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    meaning: 'The server has a bug; its log has the cause under the request id.',
    remedy: 'Report it, and quote the request id.',
  },
  upstream_refused: {
    status: 502,
    meaning: 'The source denied access: credentials, terms of use, or a challenge page.',
    remedy: 'You cannot fix this yourself. Stored data stays available.',
  },
  upstream_changed: {
    status: 502,
    meaning: 'The source returned a response in an unexpected format.',
    remedy: 'You cannot fix this yourself. The operator sees it in the log and in the metrics.',
  },
  upstream_unavailable: {
    status: 503,
    retry: true,
    meaning: 'The source timed out, failed, or is limiting our requests.',
    remedy: 'Try again after `Retry-After`, or use stored data.',
  },
  upstream_timeout: {
    status: 504,
    retry: true,
    meaning: 'The source did not respond before its deadline.',
    remedy: 'Try again later. Cached responses are served until they expire.',
  },
  not_ready: {
    status: 503,
    retry: true,
    meaning: 'The data that this request needs is still being collected for the first time.',
    remedy: 'Try again after `Retry-After`. The front page says how far the collection is.',
  },
  store_unavailable: {
    status: 503,
    retry: true,
    meaning: 'The database is unreachable or busy.',
    remedy: 'Try again after `Retry-After`.',
  },
  overloaded: {
    status: 503,
    retry: true,
    meaning:
      'The server is at capacity or shutting down, or too many requests are waiting for a source to be served in time.',
    remedy: 'Try again after `Retry-After`, and double the pause with each attempt.',
  },
  deadline_exceeded: {
    status: 503,
    retry: true,
    meaning: 'The response was not ready before the request deadline.',
    remedy: 'Request less data at once, or try again after `Retry-After`.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof kinds

export const errorKinds: Readonly<Record<ErrorCode, ErrorKind>> = kinds

interface FailureOptions {
  /** For the caller: the offending parameter and the values it accepts. */
  details?: Record<string, unknown> | undefined
  retryAfterSeconds?: number | undefined
  /** Response headers in addition to the usual ones. */
  headers?: Readonly<Record<string, string>>
  /** For the log only. */
  cause?: unknown
}

/** Every error that is thrown on purpose. Anything else is a bug and becomes `internal`. */
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
    return errorKinds[this.code].retry ?? false
  }
}

/** `No theater has this id.` */
export function notFound(
  what: string,
  parameter: string,
  details: Readonly<Record<string, unknown>> = {},
): Failure {
  return new Failure('not_found', `No ${what} has this id.`, { details: { parameter, ...details } })
}

export function isFailure(thrown: unknown, code?: ErrorCode): thrown is Failure {
  return thrown instanceof Failure && (code === undefined || thrown.code === code)
}

/** Invalid configuration: reported on the command line, all problems together, before anything starts. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/** For commands that must not create a database: there is none yet. */
export class NoDatabaseError extends ConfigurationError {}
