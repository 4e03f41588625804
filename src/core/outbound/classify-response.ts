/** Classifies responses and errors of an upstream: success, refused, changed or unavailable, and whether to retry. */

import { type ErrorCode, Failure } from '../errors.ts'
import type { Evidence } from './hosts/host-states.ts'
import { PrivateAddressError, privateAddressCode, privateAddressFailure } from './public-address.ts'

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
  /** The request had no effect, so it may be sent again even where it is not safe to retry. */
  readonly neverSent: boolean
  /** The host limits requests: it is busy, but it does not fail. */
  readonly isLimit?: boolean
}

/** `undefined` means success. */
export function classifyResponse(
  response: DecodedResponse,
  acceptStatuses: readonly number[],
  nowMs: number,
  unavailableStatuses: readonly number[] = [],
): AttemptFailure | undefined {
  const { status } = response
  if (isChallenge(response)) return permanent('upstream_refused', 'The source returned a challenge page.')
  if (acceptStatuses.includes(status) || (status >= 200 && status < 300)) return undefined
  if (refusedStatuses.has(status))
    return permanent('upstream_refused', `The source denied access with status ${status}.`)
  const isRetried = retriedStatuses.has(status) || unavailableStatuses.includes(status)
  if (isRetried || status > 500) {
    const retryAfterMs = parseRetryAfter(response.headers, nowMs)
    const failure = new Failure('upstream_unavailable', `The source responded with status ${status}.`, {
      ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    })
    return { failure, worthRetrying: isRetried, neverSent: false, isLimit: status === 429 }
  }
  return permanent('upstream_changed', `The source responded with the unexpected status ${status}.`)
}

export function classifyError(cause: unknown): AttemptFailure {
  if (cause instanceof Failure) return { failure: cause, worthRetrying: false, neverSent: false }
  const code = errorCode(cause)
  if (code === privateAddressCode)
    return { failure: privateAddressFailure(cause), worthRetrying: false, neverSent: false }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return permanent('upstream_changed', 'The headers of the source are too large.', cause)
  if (/^(Z_DATA|ERR__ERROR_FORMAT|ZSTD_error)/.test(code))
    return permanent('upstream_changed', 'The response of the source cannot be decompressed.', cause)
  const message = unavailableMessages.get(code) ?? 'The source is unreachable.'
  const failure = new Failure('upstream_unavailable', message, { cause })
  return { failure, worthRetrying: !code.startsWith('CERT_'), neverSent: connectCodes.has(code) }
}

/** A day. Without a limit, one mistaken header would block the host until the next start. */
const retryAfterMsMax = 24 * 3_600_000

/**
 * What the response itself says about when to ask again. Undefined unless it means "later": a limit, or an outage with its
 * end. A challenge means "never": it may come with status 429.
 */
export function findPause(
  { status, headers }: Pick<DecodedResponse, 'status' | 'headers'>,
  nowMs: number,
  unavailableStatuses: readonly number[] = [],
): Extract<Evidence, { kind: 'limited' | 'failed' }> | undefined {
  if (status !== 429 && status !== 503 && !unavailableStatuses.includes(status)) return undefined
  if (isMarkedAsChallenge(headers)) return undefined
  const pauseMs = parseRetryAfter(headers, nowMs) || undefined
  if (status === 429) return { kind: 'limited', pauseMs }
  return pauseMs === undefined ? undefined : { kind: 'failed', pauseMs }
}

/** Seconds or an HTTP date, which is compared with the date of the response: the clocks of two machines differ. */
function parseRetryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d+(?:\.\d*)?$/.test(value)) return toWaitMs(Number(value) * 1000)
  // `Date.parse` reads nearly any number as a year.
  if (!/^(?:sun|mon|tue|wed|thu|fri|sat)/i.test(value)) return undefined
  const sentAt = Date.parse(headers.date ?? '')
  return toWaitMs(Date.parse(value) - (Number.isNaN(sentAt) ? nowMs : sentAt))
}

function toWaitMs(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(retryAfterMsMax, Math.max(0, ms))
}

function permanent(code: ErrorCode, message: string, cause?: unknown): AttemptFailure {
  return { failure: new Failure(code, message, { cause }), worthRetrying: false, neverSent: false }
}

/** Pages that ask visitors to prove that they are human. They come with status 403, 429, 503 and even 200. */
function isChallenge({ status, headers, body }: DecodedResponse): boolean {
  if (isMarkedAsChallenge(headers)) return true
  if (
    status >= 200 &&
    status < 300 &&
    headers['x-datadome'] === 'protected' &&
    body.includes('captcha-delivery.com')
  ) {
    return true
  }
  if (!/html/i.test(headers['content-type'] ?? '')) return false
  if (body.includes('_cf_chl_opt') || body.slice(0, 4096).includes('<title>Vercel Security Checkpoint'))
    return true
  // Ordinary pages may include the same scripts, but are never this short.
  return body.length < 4096 && challengeMarkers.some((marker) => body.includes(marker))
}

function isMarkedAsChallenge(headers: Readonly<Record<string, string>>): boolean {
  return headers['cf-mitigated'] === 'challenge' || headers['x-vercel-mitigated'] === 'challenge'
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

const cutOff = 'The source closed the connection before the response was complete.'
const tooSlow = 'The source did not respond in time.'

const unavailableMessages = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'The source did not accept the connection in time.'],
  ['UND_ERR_HEADERS_TIMEOUT', tooSlow],
  ['UND_ERR_BODY_TIMEOUT', tooSlow],
  ['UND_ERR_SOCKET', cutOff],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', cutOff],
  ['ECONNRESET', cutOff],
  ['Z_BUF_ERROR', cutOff],
  ['ECONNREFUSED', 'The source refused the connection.'],
  ['ENOTFOUND', 'The host name of the source does not resolve.'],
  ['EAI_AGAIN', 'The host name of the source does not resolve.'],
])

/** Connecting to several addresses of a name fails with one error per address. */
function errorCode(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    return errorCode(cause.errors.find((error) => error instanceof PrivateAddressError) ?? cause.errors[0])
  }
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
