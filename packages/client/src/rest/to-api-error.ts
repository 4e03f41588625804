/** Converts an error response into the error to throw. */

import { ApiError, type BroadsheetError, UnexpectedResponseError } from '../errors.ts'
import { errorClasses } from '../generated/errors.ts'

export function toApiError(response: Response, text: string, nowMs: number): BroadsheetError {
  const { status, headers } = response
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), nowMs)
  const error = parseEnvelope(text)
  if (error === undefined) {
    return new UnexpectedResponseError(`status ${status} without the error envelope`, status, {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  const ErrorClass = Object.hasOwn(errorClasses, error.code)
    ? errorClasses[error.code as keyof typeof errorClasses]
    : ApiError
  const requestId = headers.get('x-request-id') ?? undefined
  return new ErrorClass({ ...error, status, requestId, retryAfterMs })
}

/** Every HTTP date starts with the weekday; `Date.parse` accepts much more. */
const dateStart = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Seconds, or a date. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = dateStart.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

interface Envelope {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>> | undefined
}

function parseEnvelope(text: string): Envelope | undefined {
  const error = propertyOf(tryParseJson(text), 'error')
  const code = propertyOf(error, 'code')
  if (typeof code !== 'string') return undefined
  const message = propertyOf(error, 'message')
  const details = propertyOf(error, 'details')
  return {
    code,
    message: typeof message === 'string' ? message : code,
    details:
      typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : undefined,
  }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
