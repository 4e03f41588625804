/** One class per code of the server’s closed list; made by `npm run generate -w packages/client`, not by hand. */

import { ApiError } from '../errors.ts'

/** Status 400. A parameter or the body does not fit its schema. Read `details`: it names the parameter and what would be right. */
export class InvalidRequestError extends ApiError {
  override readonly name: string = 'InvalidRequestError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'invalid_request'
}

/** Status 400. The cursor was altered, or belongs to a request with other filters. Start again without a cursor and follow `meta.pagination.next_cursor` with the filters unchanged. */
export class InvalidCursorError extends ApiError {
  override readonly name: string = 'InvalidCursorError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'invalid_cursor'
}

/** Status 400. The request is not valid HTTP, has a malformed URL, or its body is not valid JSON. Send a well-formed request; percent-encode the URL and encode the body as UTF-8 JSON. */
export class MalformedRequestError extends ApiError {
  override readonly name: string = 'MalformedRequestError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'malformed_request'
}

/** Status 400. The sign-in code is wrong, used, expired, or was never sent; which of these is not told. Type the newest code again. After five wrong tries ask for a new one. */
export class InvalidCodeError extends ApiError {
  override readonly name: string = 'InvalidCodeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'invalid_code'
}

/** Status 401. The credential is missing, malformed, unknown, expired or revoked, or is not of the kind this route takes. Send a valid API key in `x-api-key` (or `X-Service-Key`), or a management token as `Authorization: Bearer`. Key management takes the token only. */
export class UnauthenticatedError extends ApiError {
  override readonly name: string = 'UnauthenticatedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unauthenticated'
}

/** Status 402. The request costs more credits than are left. Ask for less, wait for the next period in `details.renews_at`, or ask the operator for a grant. */
export class InsufficientCreditsError extends ApiError {
  override readonly name: string = 'InsufficientCreditsError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'insufficient_credits'
}

/** Status 404. There is nothing at this path, or nothing with this id. Check the path against the API reference and the id against the list it came from. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'not_found'
}

/** Status 404. The source does not know the symbol. Look the symbol up with `/v1/symbols/search` and write it as `EXCHANGE:TICKER`. */
export class UnknownSymbolError extends ApiError {
  override readonly name: string = 'UnknownSymbolError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unknown_symbol'
}

/** Status 404. The source knows the thing but has nothing of this kind for it. Ask for something else; it may come later. */
export class NoDataError extends ApiError {
  override readonly name: string = 'NoDataError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'no_data'
}

/** Status 405. The path exists, but not for this method. Use one of the methods in the `Allow` header. */
export class MethodNotAllowedError extends ApiError {
  override readonly name: string = 'MethodNotAllowedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'method_not_allowed'
}

/** Status 406. None of the media types in `Accept` is offered here. Ask for one of the types in `details.offered`, or leave `Accept` out for JSON. */
export class NotAcceptableError extends ApiError {
  override readonly name: string = 'NotAcceptableError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'not_acceptable'
}

/** Status 408. The request did not arrive completely in time. Send it again over a connection that does not stall. */
export class RequestTimeoutError extends ApiError {
  override readonly name: string = 'RequestTimeoutError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'request_timeout'
}

/** Status 409. The identity has as many active keys as it may have. Revoke a key that is no longer needed. */
export class KeyLimitReachedError extends ApiError {
  override readonly name: string = 'KeyLimitReachedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'key_limit_reached'
}

/** Status 409. The identity has a request for higher limits that is not decided yet. Wait for the decision, or write to the operator. */
export class LimitRequestOpenError extends ApiError {
  override readonly name: string = 'LimitRequestOpenError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'limit_request_open'
}

/** Status 409. A request with the same `Idempotency-Key` is being answered at this moment. Send it again after `Retry-After`; the answer will be the one the first request gets. */
export class RequestInProgressError extends ApiError {
  override readonly name: string = 'RequestInProgressError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'request_in_progress'
}

/** Status 409. The `Idempotency-Key` was used before with another body. Use a new key for a new request. */
export class IdempotencyKeyReusedError extends ApiError {
  override readonly name: string = 'IdempotencyKeyReusedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'idempotency_key_reused'
}

/** Status 413. The body is larger than this route takes. Stay within the limit named in `details`. */
export class PayloadTooLargeError extends ApiError {
  override readonly name: string = 'PayloadTooLargeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'payload_too_large'
}

/** Status 414. The URL is longer than 8,192 bytes. Send fewer or shorter parameters. */
export class UriTooLongError extends ApiError {
  override readonly name: string = 'UriTooLongError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'uri_too_long'
}

/** Status 415. The body is of a type this route does not read. Send `Content-Type: application/json`. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name: string = 'UnsupportedMediaTypeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unsupported_media_type'
}

/** Status 422. The source or this session cannot give what was asked for. Read `capabilities` of the showtime first; ask for what is true there. */
export class UnsupportedCapabilityError extends ApiError {
  override readonly name: string = 'UnsupportedCapabilityError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unsupported_capability'
}

/** Status 429. More requests than the limit allows; `details` names the window. Wait for `Retry-After`. `RateLimit` tells on every answer how much is left; an API key has higher limits. */
export class RateLimitedError extends ApiError {
  override readonly name: string = 'RateLimitedError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'rate_limited'
}

/** Status 431. The request headers exceed 16,384 bytes. Send fewer or shorter headers. */
export class HeadersTooLargeError extends ApiError {
  override readonly name: string = 'HeadersTooLargeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'headers_too_large'
}

/** Status 500. A defect of this server; the cause is in its log under the request id. Report it with the request id. */
export class InternalError extends ApiError {
  override readonly name: string = 'InternalError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'internal'
}

/** Status 502. The source said no: credentials, terms, or a gate. Nothing helps on your side; stored data stays readable. */
export class UpstreamRefusedError extends ApiError {
  override readonly name: string = 'UpstreamRefusedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'upstream_refused'
}

/** Status 502. The source answered in a form we do not know. Nothing helps on your side; the operator has been told. */
export class UpstreamChangedError extends ApiError {
  override readonly name: string = 'UpstreamChangedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'upstream_changed'
}

/** Status 503. The source timed out, failed, or asked us to slow down. Try again after `Retry-After`, or read stored data. */
export class UpstreamUnavailableError extends ApiError {
  override readonly name: string = 'UpstreamUnavailableError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'upstream_unavailable'
}

/** Status 504. The source did not answer within its deadline. Try again after a pause; kept answers are given as long as they are within their bound. */
export class UpstreamTimeoutError extends ApiError {
  override readonly name: string = 'UpstreamTimeoutError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'upstream_timeout'
}

/** Status 503. The database cannot be reached or is busy. Try again after `Retry-After`. */
export class StoreUnavailableError extends ApiError {
  override readonly name: string = 'StoreUnavailableError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'store_unavailable'
}

/** Status 503. The server is at its limit, or is shutting down. Try again after `Retry-After`, with a growing pause. */
export class OverloadedError extends ApiError {
  override readonly name: string = 'OverloadedError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'overloaded'
}

/** Status 503. The answer could not be made within the time a request may take. Ask for less at once, or try again after `Retry-After`. */
export class DeadlineExceededError extends ApiError {
  override readonly name: string = 'DeadlineExceededError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'deadline_exceeded'
}

export const errorClasses = {
  invalid_request: InvalidRequestError,
  invalid_cursor: InvalidCursorError,
  malformed_request: MalformedRequestError,
  invalid_code: InvalidCodeError,
  unauthenticated: UnauthenticatedError,
  insufficient_credits: InsufficientCreditsError,
  not_found: NotFoundError,
  unknown_symbol: UnknownSymbolError,
  no_data: NoDataError,
  method_not_allowed: MethodNotAllowedError,
  not_acceptable: NotAcceptableError,
  request_timeout: RequestTimeoutError,
  key_limit_reached: KeyLimitReachedError,
  limit_request_open: LimitRequestOpenError,
  request_in_progress: RequestInProgressError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  payload_too_large: PayloadTooLargeError,
  uri_too_long: UriTooLongError,
  unsupported_media_type: UnsupportedMediaTypeError,
  unsupported_capability: UnsupportedCapabilityError,
  rate_limited: RateLimitedError,
  headers_too_large: HeadersTooLargeError,
  internal: InternalError,
  upstream_refused: UpstreamRefusedError,
  upstream_changed: UpstreamChangedError,
  upstream_unavailable: UpstreamUnavailableError,
  upstream_timeout: UpstreamTimeoutError,
  store_unavailable: StoreUnavailableError,
  overloaded: OverloadedError,
  deadline_exceeded: DeadlineExceededError,
} as const

export type ErrorCode = keyof typeof errorClasses
