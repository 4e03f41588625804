/** Says what an answer or an error of an upstream means: good, refused, changed or unavailable, and whether a retry helps. */

import { Failure } from '../errors.ts'
import { PrivateAddressError, privateAddressCode } from './public-address.ts'

const retriedStatuses = new Set([408, 425, 429, 500, 502, 503, 504])
const refusedStatuses = new Set([401, 402, 403, 407, 451])

export interface DecodedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface AttemptFailure {
  readonly failure: Failure
  /** Whether another attempt may succeed soon. */
  readonly worthRetrying: boolean
  /** No byte of the request can have had an effect, so even a request that is not repeatable may be sent again. */
  readonly neverSent: boolean
}

/** `undefined` means good. */
export function classifyResponse(
  response: DecodedResponse,
  accept: readonly number[],
  nowMs: number,
): AttemptFailure | undefined {
  const { status } = response
  if (isChallenge(response))
    return notRetryable(new Failure('upstream_refused', 'The source put up a gate for people.'))
  if (accept.includes(status) || (status >= 200 && status < 300)) return undefined
  if (refusedStatuses.has(status)) {
    return notRetryable(new Failure('upstream_refused', `The source refused with status ${status}.`))
  }
  if (retriedStatuses.has(status) || status > 500) {
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'], nowMs)
    const failure = new Failure('upstream_unavailable', `The source answered with status ${status}.`, {
      ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    })
    return { failure, worthRetrying: retriedStatuses.has(status), neverSent: false }
  }
  return notRetryable(
    new Failure('upstream_changed', `The source answered with the unexpected status ${status}.`),
  )
}

export function classifyError(cause: unknown): AttemptFailure {
  if (cause instanceof Failure) return notRetryable(cause)
  const code = errorCode(cause)
  if (code === privateAddressCode) {
    return notRetryable(
      new Failure('upstream_refused', 'The source lives at an address that is not public.', { cause }),
    )
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return notRetryable(
      new Failure('upstream_changed', 'The source sent more headers than we take.', { cause }),
    )
  }
  if (/^(Z_DATA|ERR__ERROR_FORMAT|ZSTD_error)/.test(code)) {
    return notRetryable(
      new Failure('upstream_changed', 'The source sent a compressed answer that cannot be unpacked.', {
        cause,
      }),
    )
  }
  const failure = new Failure(
    'upstream_unavailable',
    unavailableMessages.get(code) ?? 'The source cannot be reached.',
    {
      cause,
    },
  )
  return { failure, worthRetrying: !code.startsWith('CERT_'), neverSent: connectCodes.has(code) }
}

/** A host that asks for years has made a mistake, and would be lost until the next start. */
const retryAfterMsMax = 3_600_000

/** Seconds or an HTTP date, at most an hour; what is neither is nothing. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim() ?? ''
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(retryAfterMsMax, Math.max(0, waitMs))
}

function notRetryable(failure: Failure): AttemptFailure {
  return { failure, worthRetrying: false, neverSent: false }
}

/** Pages that ask a person to prove to be one. They come with 403, 429, 503 and, worst, with 200. */
function isChallenge({ status, headers, body }: DecodedResponse): boolean {
  if (headers['cf-mitigated'] === 'challenge') return true
  if (
    status >= 200 &&
    status < 300 &&
    headers['x-datadome'] === 'protected' &&
    body.includes('captcha-delivery.com')
  ) {
    return true
  }
  if (!/html/i.test(headers['content-type'] ?? '')) return false
  if (body.includes('_cf_chl_opt')) return true
  // The same scripts are also woven into good pages, which are never this short.
  return body.length < 4096 && challengeMarkers.some((mark) => body.includes(mark))
}

const challengeMarkers = [
  '_Incapsula_Resource',
  'captcha-delivery.com',
  'px-captcha',
  '_pxAppId',
  'Pardon Our Interruption',
]

const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const cutOff = 'The source broke off in the middle of its answer.'
const tooSlow = 'The source did not answer in time.'

const unavailableMessages = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'The source did not take the connection in time.'],
  ['UND_ERR_HEADERS_TIMEOUT', tooSlow],
  ['UND_ERR_BODY_TIMEOUT', tooSlow],
  ['UND_ERR_SOCKET', cutOff],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', cutOff],
  ['ECONNRESET', cutOff],
  ['Z_BUF_ERROR', cutOff],
  ['ECONNREFUSED', 'The source does not take connections.'],
  ['ENOTFOUND', 'The source has no address.'],
  ['EAI_AGAIN', 'The source has no address.'],
])

/** Connecting to several addresses of a name fails with one error per address. */
function errorCode(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    return errorCode(cause.errors.find((error) => error instanceof PrivateAddressError) ?? cause.errors[0])
  }
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
