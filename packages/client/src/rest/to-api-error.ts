/** Turns an answer that is no success into the error that is thrown. */

import { ApiError, type BroadsheetError, UnreadableAnswerError } from '../errors.ts'
import { errorClasses } from '../generated/errors.ts'

export function toRefusal(response: Response, text: string, nowMs: number): BroadsheetError {
  const { status, headers } = response
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), nowMs)
  const error = parseEnvelope(text)
  if (error === undefined) {
    return new UnreadableAnswerError(`status ${status} without the error envelope`, status, {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  const Refusal = Object.hasOwn(errorClasses, error.code)
    ? errorClasses[error.code as keyof typeof errorClasses]
    : ApiError
  const requestId = headers.get('x-request-id') ?? undefined
  return new Refusal({ ...error, status, requestId, retryAfterMs })
}

/** Every date of HTTP begins with the day of the week; other texts would be taken for dates that nobody meant. */
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
  const error = memberOf(parsed(text), 'error')
  const code = memberOf(error, 'code')
  if (typeof code !== 'string') return undefined
  const message = memberOf(error, 'message')
  const details = memberOf(error, 'details')
  return {
    code,
    message: typeof message === 'string' ? message : code,
    details:
      typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
