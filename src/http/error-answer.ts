/** What a caller is told when something went wrong: one envelope, or problem+json for those who ask for it. */

import { type ErrorCode, errorKinds, Failure } from '../core/errors.ts'
import { preferredType } from './negotiate.ts'

const json = 'application/json'
const problem = 'application/problem+json'

export interface ErrorAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export function toErrorAnswer(
  failure: Failure,
  requestId: string,
  generatedAt: string,
  accept?: string,
): ErrorAnswer {
  const { meaning } = errorKinds[failure.code]
  const { status } = failure
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  const retryAfter = failure.retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined)
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  if (accept !== undefined && preferredType(accept, [json, problem]) === problem) {
    const body = {
      type: `/docs/errors#${failure.code}`,
      title: meaning,
      status,
      detail: failure.message,
      instance: requestId,
      code: failure.code,
      ...(failure.details ? { details: failure.details } : {}),
    }
    return { status, type: problem, body: JSON.stringify(body), headers }
  }
  const body = {
    error: {
      code: failure.code,
      message: failure.message,
      ...(failure.details ? { details: failure.details } : {}),
    },
    meta: { request_id: requestId, generated_at: generatedAt, credits_charged: 0 },
  }
  return { status, type: `${json}; charset=utf-8`, body: JSON.stringify(body), headers }
}

/** The framework's own complaints, in our words. */
const frameworkCodes: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['malformed_request', 'The URL is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the path is too long.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_request', 'The body is empty; JSON was announced.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The body does not have the announced length.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body has to be application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than this route takes.'],
}

/** Anything thrown while answering, as a failure; what we did not throw on purpose is a defect. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  const { code, statusCode } = (thrown ?? {}) as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known) return new Failure(known[0], known[1], { cause: thrown })
  if (thrown instanceof SyntaxError && statusCode === 400) {
    return new Failure('malformed_request', 'The body is not valid JSON.', { cause: thrown })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Failure('malformed_request', 'The request cannot be understood.', { cause: thrown })
  }
  return new Failure('internal', 'Something went wrong on our side. The request id tells us where to look.', {
    cause: thrown,
  })
}
