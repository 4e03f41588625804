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
    remedy: 'Start again without a cursor and follow `meta.pagination.next_cursor` with the filters unchanged.',
  },
  malformed_request: {
    status: 400,
    retry: false,
    meaning: 'The request is not valid HTTP, has a malformed URL, or its body is not valid JSON.',
    remedy: 'Send a well-formed request; percent-encode the URL and encode the body as UTF-8 JSON.',
  },
  not_found: {
    status: 404,
    retry: false,
    meaning: 'There is nothing at this path, or nothing with this id.',
    remedy: 'Check the path against the API reference and the id against the list it came from.',
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
  /** For the log alone. */
  cause?: unknown
}

/** Anything thrown on purpose. Whatever else is thrown is a defect and becomes `internal`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
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
export class Misconfigured extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'Misconfigured'
    this.problems = problems
  }
}
