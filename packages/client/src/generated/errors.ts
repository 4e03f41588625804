/** One class per code of the server’s closed list; made by `npm run generate -w packages/client`, not by hand. */

import { ApiError } from '../errors.ts'

/** Status 400. A parameter or the body does not match its schema. Read `details`: it names the parameter and the values it accepts. */
export class InvalidRequestError extends ApiError {
  override readonly name: string = 'InvalidRequestError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'invalid_request'
}

/** Status 400. The cursor is not valid, belongs to a request with different filters, or was issued before the data was rebuilt or the server was updated. Start again without a cursor, and follow `meta.pagination.next_cursor` without changing the filters. */
export class InvalidCursorError extends ApiError {
  override readonly name: string = 'InvalidCursorError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'invalid_cursor'
}

/** Status 400. The request is not valid HTTP, has a malformed URL, or its body is not valid JSON. Send a well-formed request: percent-encode the URL, and send the body as JSON in UTF-8. */
export class MalformedRequestError extends ApiError {
  override readonly name: string = 'MalformedRequestError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'malformed_request'
}

/** Status 400. The sign-in code is wrong, expired, already used, or was never sent. For security, the response does not say which. Enter the newest code again. After five failed attempts, request a new one. */
export class InvalidCodeError extends ApiError {
  override readonly name: string = 'InvalidCodeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'invalid_code'
}

/** Status 401. The credential is missing, malformed, unknown, expired or revoked, or is of a kind that this route does not accept. Send a valid API key in `x-api-key` (or `X-Service-Key`), or a management token as `Authorization: Bearer`. Key management accepts only the token. */
export class UnauthenticatedError extends ApiError {
  override readonly name: string = 'UnauthenticatedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unauthenticated'
}

/** Status 402. The request costs more credits than you have left. Request less, wait until `details.renews_at`, or ask the operator for more credits. */
export class InsufficientCreditsError extends ApiError {
  override readonly name: string = 'InsufficientCreditsError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'insufficient_credits'
}

/** Status 403. The API key is valid, but is not allowed to do this. Use a key with the scope in `details.required_scope`, or add it to the key. */
export class InsufficientScopeError extends ApiError {
  override readonly name: string = 'InsufficientScopeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'insufficient_scope'
}

/** Status 403. The API key is valid, but not from the address that the request comes from. Send the request from an address that the key allows, or add `details.address` to `allowed_addresses` of the key. */
export class AddressNotAllowedError extends ApiError {
  override readonly name: string = 'AddressNotAllowedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'address_not_allowed'
}

/** Status 404. There is no such path, or no resource with this id. Check the path in the API reference, and the id in the list it came from. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'not_found'
}

/** Status 404. The source has no such symbol. Find the symbol with `/v1/symbols/search` and write it as `EXCHANGE:TICKER`. */
export class UnknownSymbolError extends ApiError {
  override readonly name: string = 'UnknownSymbolError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unknown_symbol'
}

/** Status 404. The resource exists, but the source has no data of this kind for it. Request other data, or try again later: the source may add it. */
export class NoDataError extends ApiError {
  override readonly name: string = 'NoDataError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'no_data'
}

/** Status 405. The path does not support this method. Use one of the methods in the `Allow` header. */
export class MethodNotAllowedError extends ApiError {
  override readonly name: string = 'MethodNotAllowedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'method_not_allowed'
}

/** Status 406. The route offers none of the media types in `Accept`. Accept one of the types in `details.offered`, or omit `Accept` to get JSON. */
export class NotAcceptableError extends ApiError {
  override readonly name: string = 'NotAcceptableError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'not_acceptable'
}

/** Status 408. The complete request did not arrive in time. Send it again over a stable connection. */
export class RequestTimeoutError extends ApiError {
  override readonly name: string = 'RequestTimeoutError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'request_timeout'
}

/** Status 409. The identity already has the maximum number of active keys. Revoke a key that you no longer need. */
export class KeyLimitReachedError extends ApiError {
  override readonly name: string = 'KeyLimitReachedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'key_limit_reached'
}

/** Status 409. The identity already has the maximum number of webhooks. Delete a webhook that you no longer need. */
export class WebhookLimitReachedError extends ApiError {
  override readonly name: string = 'WebhookLimitReachedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'webhook_limit_reached'
}

/** Status 409. The identity already has the maximum number of subscriptions. Delete a subscription that you no longer need. */
export class SubscriptionLimitReachedError extends ApiError {
  override readonly name: string = 'SubscriptionLimitReachedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'subscription_limit_reached'
}

/** Status 409. The receiver of the webhook has ended it with status 410, so it cannot be resumed. Delete it, and create another one. */
export class WebhookEndedError extends ApiError {
  override readonly name: string = 'WebhookEndedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'webhook_ended'
}

/** Status 409. The identity already has a pending request for higher limits. Wait for the decision, or contact the operator. */
export class LimitRequestOpenError extends ApiError {
  override readonly name: string = 'LimitRequestOpenError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'limit_request_open'
}

/** Status 409. The source is being read, or a run of it is already requested. Follow the run in `details.run_id` to its end, then try again. */
export class SourceBusyError extends ApiError {
  override readonly name: string = 'SourceBusyError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'source_busy'
}

/** Status 409. The run has ended, so it cannot be cancelled. Read the run to see how it ended. */
export class RunEndedError extends ApiError {
  override readonly name: string = 'RunEndedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'run_ended'
}

/** Status 409. A request with the same `Idempotency-Key` is still being processed. Send it again after `Retry-After` to get the response of the first request. */
export class RequestInProgressError extends ApiError {
  override readonly name: string = 'RequestInProgressError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'request_in_progress'
}

/** Status 409. The `Idempotency-Key` was already used with a different body. Use a new key for each new request. */
export class IdempotencyKeyReusedError extends ApiError {
  override readonly name: string = 'IdempotencyKeyReusedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'idempotency_key_reused'
}

/** Status 410. The changes after this position are no longer stored, or the data was rebuilt since: what follows would have a gap. Read the list at `details.restart` again and follow from its `meta.changes_after`; or go on at `details.oldest` and do without what is lost. */
export class ChangesExpiredError extends ApiError {
  override readonly name: string = 'ChangesExpiredError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'changes_expired'
}

/** Status 413. The body is larger than this route allows. Stay within the limit in `details`. */
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

/** Status 415. The route does not support the media type of the body. Send `Content-Type: application/json`. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name: string = 'UnsupportedMediaTypeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unsupported_media_type'
}

/** Status 416. The file has no such part. Request a range within the number of bytes in `Content-Range`. A file that is complete needs none. */
export class RangeNotSatisfiableError extends ApiError {
  override readonly name: string = 'RangeNotSatisfiableError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'range_not_satisfiable'
}

/** Status 422. The response is too large to be stored for its `Idempotency-Key`. Nothing was charged. Request less at once, or omit the `Idempotency-Key`. */
export class ResponseTooLargeError extends ApiError {
  override readonly name: string = 'ResponseTooLargeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'response_too_large'
}

/** Status 422. The export would have more rows or bytes than the server writes into one file. Nothing was charged. Add filters, choose Parquet, which is the smallest format, or read the list page by page. */
export class ExportTooLargeError extends ApiError {
  override readonly name: string = 'ExportTooLargeError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'export_too_large'
}

/** Status 422. The source or this showtime does not support the operation. Check `capabilities` of the showtime first, and request only what it supports. */
export class UnsupportedCapabilityError extends ApiError {
  override readonly name: string = 'UnsupportedCapabilityError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'unsupported_capability'
}

/** Status 429. You sent more requests than the limit allows, or too many that the cache cannot answer; `details` names the limit. Try again after `Retry-After`. Every response states the remaining quota in `RateLimit`; with an API key the limits are higher. */
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

/** Status 500. The server has a bug; its log has the cause under the request id. Report it, and quote the request id. */
export class InternalError extends ApiError {
  override readonly name: string = 'InternalError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'internal'
}

/** Status 502. The source denied access: credentials, terms of use, or a challenge page. You cannot fix this yourself. Stored data stays available. */
export class UpstreamRefusedError extends ApiError {
  override readonly name: string = 'UpstreamRefusedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'upstream_refused'
}

/** Status 502. The source returned a response in an unexpected format. You cannot fix this yourself. The operator sees it in the log and in the metrics. */
export class UpstreamChangedError extends ApiError {
  override readonly name: string = 'UpstreamChangedError'
  override readonly shouldRetry: boolean = false
  declare readonly code: 'upstream_changed'
}

/** Status 503. The source timed out, failed, or is limiting our requests. Try again after `Retry-After`, or use stored data. */
export class UpstreamUnavailableError extends ApiError {
  override readonly name: string = 'UpstreamUnavailableError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'upstream_unavailable'
}

/** Status 504. The source did not respond before its deadline. Try again later. Cached responses are served until they expire. */
export class UpstreamTimeoutError extends ApiError {
  override readonly name: string = 'UpstreamTimeoutError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'upstream_timeout'
}

/** Status 503. The data that this request needs is still being collected for the first time. Try again after `Retry-After`. The front page says how far the collection is. */
export class NotReadyError extends ApiError {
  override readonly name: string = 'NotReadyError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'not_ready'
}

/** Status 503. The database is unreachable or busy. Try again after `Retry-After`. */
export class StoreUnavailableError extends ApiError {
  override readonly name: string = 'StoreUnavailableError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'store_unavailable'
}

/** Status 503. The server is at capacity or shutting down, or too many requests are waiting for a source to be served in time. Try again after `Retry-After`, and double the pause with each attempt. */
export class OverloadedError extends ApiError {
  override readonly name: string = 'OverloadedError'
  override readonly shouldRetry: boolean = true
  declare readonly code: 'overloaded'
}

/** Status 503. The response was not ready before the request deadline. Request less data at once, or try again after `Retry-After`. */
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
  insufficient_scope: InsufficientScopeError,
  address_not_allowed: AddressNotAllowedError,
  not_found: NotFoundError,
  unknown_symbol: UnknownSymbolError,
  no_data: NoDataError,
  method_not_allowed: MethodNotAllowedError,
  not_acceptable: NotAcceptableError,
  request_timeout: RequestTimeoutError,
  key_limit_reached: KeyLimitReachedError,
  webhook_limit_reached: WebhookLimitReachedError,
  subscription_limit_reached: SubscriptionLimitReachedError,
  webhook_ended: WebhookEndedError,
  limit_request_open: LimitRequestOpenError,
  source_busy: SourceBusyError,
  run_ended: RunEndedError,
  request_in_progress: RequestInProgressError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  changes_expired: ChangesExpiredError,
  payload_too_large: PayloadTooLargeError,
  uri_too_long: UriTooLongError,
  unsupported_media_type: UnsupportedMediaTypeError,
  range_not_satisfiable: RangeNotSatisfiableError,
  response_too_large: ResponseTooLargeError,
  export_too_large: ExportTooLargeError,
  unsupported_capability: UnsupportedCapabilityError,
  rate_limited: RateLimitedError,
  headers_too_large: HeadersTooLargeError,
  internal: InternalError,
  upstream_refused: UpstreamRefusedError,
  upstream_changed: UpstreamChangedError,
  upstream_unavailable: UpstreamUnavailableError,
  upstream_timeout: UpstreamTimeoutError,
  not_ready: NotReadyError,
  store_unavailable: StoreUnavailableError,
  overloaded: OverloadedError,
  deadline_exceeded: DeadlineExceededError,
} as const

export type ErrorCode = keyof typeof errorClasses
