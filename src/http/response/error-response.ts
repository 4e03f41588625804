/** Errors as responses: the error envelope, problem+json for clients that ask for it, or a page for browsers. */

import type { Logger } from 'pino'
import { type Clock, toInstant } from '../../core/clock.ts'
import { errorKinds, Failure } from '../../core/errors.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { contentSecurityPolicy } from '../pages/page.ts'
import { bareSite, type Site, withSite } from '../pages/site.ts'
import { representations } from '../request/media-types.ts'
import { preferredType } from '../request/negotiate.ts'
import { fixedBody } from './render.ts'
import { RepeatedLines } from './repeated-lines.ts'
import { createEntry, type ResponseEntry } from './response-entry.ts'

/** The page that explains every error code. */
export const errorsPath = '/docs/errors'

const json = 'application/json'
const problem = 'application/problem+json'
const page = 'text/html'

interface ErrorOptions {
  readonly accept?: string | undefined
  /** Of which pages and `meta` get the same marks as those of successes. */
  readonly site?: Site | undefined
}

export function errorEntry(
  failure: Failure,
  requestId: string,
  clock: Clock,
  { accept = json, site = bareSite }: ErrorOptions = {},
): ResponseEntry {
  const { code, status, message } = failure
  const docs = `${errorsPath}#${code}`
  const details = failure.details ? { details: failure.details } : {}
  const options = { cacheControl: 'no-store', headers: errorHeaders(failure) }
  // Browsers prefer pages; programs that accept anything get JSON.
  const type = preferredType(accept, [json, problem, page])
  if (type === page) {
    const body = withSite(renderErrorPage(failure, requestId, docs), site)
    const headers = { ...options.headers, 'content-security-policy': contentSecurityPolicy }
    return createEntry(fixedBody(status, `${page}; charset=utf-8`, body), { ...options, headers })
  }
  if (type === problem) {
    const title = errorKinds[code].meaning
    const body = { type: docs, title, status, detail: message, instance: requestId, code, ...details }
    return createEntry(fixedBody(status, `${problem}; charset=utf-8`, JSON.stringify(body)), options)
  }
  const body = {
    error: { code, message, ...details, docs },
    meta: {
      ...(site.isSandbox ? { sandbox: true } : {}),
      request_id: requestId,
      generated_at: toInstant(clock.now()),
      credits_charged: 0,
    },
  }
  return createEntry(fixedBody(status, representations.json, JSON.stringify(body)), options)
}

function errorHeaders({ code, status, headers, retryAfterSeconds }: Failure): Record<string, string> {
  const retryAfter = retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined)
  return {
    ...headers,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
    ...(code === 'unsupported_media_type' ? { 'accept-post': json } : {}),
  }
}

/** Anything thrown while handling a request, as a failure; `internal` if it was not thrown on purpose. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  return new Failure('internal', 'Internal server error. Quote the request id when reporting it.', {
    cause: thrown,
  })
}

export type LogFailure = (failure: Failure, requestId: string) => void

/** Logs the cause, which is not sent to the client. */
export function createFailureLog(logger: Logger, clock: Clock): LogFailure {
  const lines = new RepeatedLines(clock)
  return (failure, requestId) => {
    const { code, status, cause, message } = failure
    if (code === 'internal') return logger.error({ request_id: requestId, err: cause }, 'unhandled error')
    if (status < 500) return
    const left = status === 503 ? lines.take(code) : 0
    if (left === undefined) return
    const repeated = left === 0 ? {} : { repeated: left }
    logger.warn({ request_id: requestId, error_code: code, err: cause, ...repeated }, message)
  }
}
