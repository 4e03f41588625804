/** What a caller is told when something went wrong: one envelope, or problem+json for those who ask for it. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, toInstant } from '../../core/clock.ts'
import { type ErrorCode, errorKinds, Failure } from '../../core/errors.ts'
import { errorsPath } from '../pages/errors-page.ts'
import { preferredType } from '../request/negotiate.ts'
import { fixedHeaders } from './headers.ts'
import { representations } from './representation.ts'

const json = 'application/json'
const problem = 'application/problem+json'

export interface ErrorResponse {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export function toErrorResponse(
  failure: Failure,
  requestId: string,
  generatedAt: string,
  accept?: string,
): ErrorResponse {
  const { meaning } = errorKinds[failure.code]
  const { status } = failure
  const headers: Record<string, string> = { 'cache-control': 'no-store', ...failure.headers }
  const retryAfter = failure.retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined)
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  if (accept !== undefined && preferredType(accept, [json, problem]) === problem) {
    const body = {
      type: `${errorsPath}#${failure.code}`,
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
  return { status, type: representations.json, body: JSON.stringify(body), headers }
}

/** The framework's own complaints, in our words. */
const frameworkErrors: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['malformed_request', 'The URL is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the path is too long.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_request', 'The body is empty; JSON was announced.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The body does not have the announced length.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body has to be application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than this route takes.'],
}

/** Anything thrown while answering, as a failure; what we did not throw on purpose is a defect. */
export function toFailure(thrown: unknown, bodyBytesMax?: number): Failure {
  if (thrown instanceof Failure) return thrown
  const { code, statusCode } = (thrown ?? {}) as { code?: string; statusCode?: number }
  const frameworkError = code === undefined ? undefined : frameworkErrors[code]
  if (frameworkError) {
    const details = frameworkError[0] === 'payload_too_large' ? { details: { bytes_max: bodyBytesMax } } : {}
    return new Failure(frameworkError[0], frameworkError[1], { cause: thrown, ...details })
  }
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

/** Tells the log what the caller is not told. */
export function logFailure(failure: Failure, { id, log }: FastifyRequest): void {
  if (failure.code === 'internal') log.error({ request_id: id, err: failure.cause }, 'defect while answering')
  else if (failure.status >= 500)
    log.warn({ request_id: id, error_code: failure.code, err: failure.cause }, failure.message)
}

export function createErrorSender(
  clock: Clock,
): (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (failure, request, reply) => {
    logFailure(failure, request)
    const answer = toErrorResponse(failure, request.id, toInstant(clock.now()), request.headers.accept)
    if (failure.code === 'unsupported_media_type') reply.header('accept-post', 'application/json')
    // The framework would hang up on a caller who is still sending. What they send is read and dropped instead, within
    // the time a request may take: a connection that is cut can lose the answer.
    if (reply.hasHeader('connection')) reply.removeHeader('connection')
    return reply
      .headers({ ...fixedHeaders, 'x-request-id': request.id, ...answer.headers })
      .code(answer.status)
      .type(answer.type)
      .send(answer.body)
  }
}
