/** Sends a request with retries; the only place that calls `fetch`. */

import { retryDelayMs } from '../backoff.ts'
import { assertAmounts } from '../checks.ts'
import type { Clock, RandomSource } from '../clock.ts'
import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from '../errors.ts'
import { withTimeout } from '../with-timeout.ts'
import type { PreparedRequest } from './build-request.ts'
import type { EtagCache } from './etag-cache.ts'
import type { CallOptions } from './operation.ts'
import { type ResponseInfo, readText, toResponseInfo } from './response-info.ts'
import { toApiError } from './to-api-error.ts'

export interface SenderOptions {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: RandomSource
  readonly timeoutMs: number
  readonly retriesMax: number
  /** If the server asks for a longer delay, the error is thrown instead. */
  readonly retryAfterMsMax: number
  readonly responseBytesMax: number
  readonly cache: EtagCache | undefined
}

export interface CallResult {
  readonly body: unknown
  readonly response: ResponseInfo
}

const backoff = { initialMs: 300, maxMs: 8000 }

export async function send(
  request: PreparedRequest,
  call: CallOptions,
  options: SenderOptions,
): Promise<CallResult> {
  const { clock } = options
  assertAmounts({ timeoutMs: call.timeoutMs, retriesMax: call.retriesMax })
  const { timeoutMs = options.timeoutMs, signal: callerSignal } = call
  const limits = {
    timeoutMs,
    toError: () => new TimeoutError(`${request.method} ${request.url} took longer than ${timeoutMs} ms`),
    signal: callerSignal,
    clock,
  }
  const endsAt = clock.now() + timeoutMs
  const retriesMax = call.retriesMax ?? options.retriesMax
  return await withTimeout(limits, async (signal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(request, attempt, signal, options)
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const waitMs = attempt > retriesMax ? undefined : retryDelay(thrown, attempt, request, options)
        if (waitMs === undefined || clock.now() + waitMs >= endsAt) throw thrown
        await clock.sleep(waitMs, signal)
      }
    }
  })
}

async function sendOnce(
  request: PreparedRequest,
  attempt: number,
  signal: AbortSignal,
  options: SenderOptions,
): Promise<CallResult> {
  const { method, url, body } = request
  const cache = method === 'GET' ? options.cache : undefined
  const key = cacheKey(request)
  const cachedEntry = cache?.get(key)
  const headers = cachedEntry ? { ...request.headers, 'if-none-match': cachedEntry.etag } : request.headers
  const init: RequestInit = {
    method,
    headers,
    signal,
    // A followed redirect would send the key to another host.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  }
  const response = await options.fetch(url, init).catch((cause: unknown) => {
    throw new ConnectionError(`${method} ${url} was not answered`, { cause })
  })
  if (isRedirect(response)) throw toRedirectError(response)
  const text = await readBody(response, options)
  if (response.status === 304 && cachedEntry)
    return { body: JSON.parse(cachedEntry.text), response: toResponseInfo(response, true, attempt) }
  if (!response.ok) throw toApiError(response, text, options.clock.now())
  const answer = {
    body: toBody(text, response.status, request.takesAnyBody),
    response: toResponseInfo(response, false, attempt),
  }
  const { etag } = answer.response
  if (etag !== undefined) cache?.set(key, { etag, text })
  else cache?.delete(key)
  return answer
}

/** Includes the credentials: one caller never sees another’s response. */
function cacheKey({ url, headers }: PreparedRequest): string {
  return [url, headers['x-api-key'], headers['x-service-key'], headers.authorization, headers.accept].join(
    ' ',
  )
}

async function readBody(response: Response, { responseBytesMax }: SenderOptions): Promise<string> {
  try {
    return await readText(response, responseBytesMax)
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new UnexpectedResponseError(cause.message, response.status, { cause })
    throw new ConnectionError('the answer was cut off', { cause })
  }
}

/** Browsers hide the details of a redirect. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
}

function toRedirectError({ status, headers, body }: Response): UnexpectedResponseError {
  body?.cancel().catch(() => {})
  const target = headers.get('location') ?? 'another address'
  return new UnexpectedResponseError(`a redirect to ${target}, which is not followed`, status)
}

function toBody(text: string, status: number, takesAny: boolean): unknown {
  if (text === '' && status === 204) return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new UnexpectedResponseError(`status ${status} with a body that is no JSON`, status, { cause })
  }
  if (takesAny || (typeof body === 'object' && body !== null && !Array.isArray(body))) return body
  throw new UnexpectedResponseError(`status ${status} with a body that is no object`, status)
}

/** Undefined if it must not be retried: the error is permanent, or the request may have taken effect. */
function retryDelay(
  thrown: unknown,
  attempt: number,
  { isRepeatable }: PreparedRequest,
  { random, retryAfterMsMax }: SenderOptions,
): number | undefined {
  if (thrown instanceof ConnectionError)
    return isRepeatable ? retryDelayMs(backoff, attempt, random) : undefined
  const isAnswer = thrown instanceof ApiError || thrown instanceof UnexpectedResponseError
  if (!isAnswer || !thrown.shouldRetry) return undefined
  // A proxy’s response does not show whether the request took effect.
  if (thrown instanceof UnexpectedResponseError && !isRepeatable) return undefined
  const retryAfterMs = thrown.retryAfterMs
  if (retryAfterMs === undefined) return retryDelayMs(backoff, attempt, random)
  // Slightly later than requested, with jitter.
  return retryAfterMs > retryAfterMsMax ? undefined : retryAfterMs + Math.round(random() * 250)
}
