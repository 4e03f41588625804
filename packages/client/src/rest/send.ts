/** Sends a prepared request until it is answered or must not be sent again: the one place that touches `fetch`. */

import { pauseMs } from '../backoff.ts'
import { checkAmounts } from '../checks.ts'
import type { Chance, Clock } from '../clock.ts'
import { ApiError, ConnectionError, TimeoutError, UnreadableAnswerError } from '../errors.ts'
import { withinTime } from '../with-timeout.ts'
import type { Prepared } from './build-request.ts'
import type { EtagCache } from './etag-cache.ts'
import type { CallOptions } from './operation.ts'
import { type AnswerFacts, readText, toFacts } from './response-info.ts'
import { toRefusal } from './to-api-error.ts'

export interface SenderOptions {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly chance: Chance
  readonly timeoutMs: number
  readonly retriesMax: number
  /** A server that asks for a longer pause than this gets none: the refusal is thrown. */
  readonly pauseMsMax: number
  readonly answerBytesMax: number
  readonly cache: EtagCache | undefined
}

export interface Answer {
  readonly body: unknown
  readonly response: AnswerFacts
}

const backoff = { firstMs: 300, mostMs: 8000 }

export async function send(request: Prepared, call: CallOptions, options: SenderOptions): Promise<Answer> {
  const { clock } = options
  checkAmounts({ timeoutMs: call.timeoutMs, retriesMax: call.retriesMax })
  const { timeoutMs = options.timeoutMs, signal: callerSignal } = call
  const limits = {
    timeoutMs,
    toError: () => new TimeoutError(`${request.method} ${request.url} took longer than ${timeoutMs} ms`),
    signal: callerSignal,
    clock,
  }
  const endsAt = clock.now() + timeoutMs
  const retriesMax = call.retriesMax ?? options.retriesMax
  return await withinTime(limits, async (signal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(request, attempt, signal, options)
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const waitMs = attempt > retriesMax ? undefined : waitAfter(thrown, attempt, request, options)
        if (waitMs === undefined || clock.now() + waitMs >= endsAt) throw thrown
        await clock.sleep(waitMs, signal)
      }
    }
  })
}

async function sendOnce(
  request: Prepared,
  attempt: number,
  signal: AbortSignal,
  options: SenderOptions,
): Promise<Answer> {
  const { method, url, body } = request
  const cache = method === 'GET' ? options.cache : undefined
  const key = keyOf(request)
  const kept = cache?.get(key)
  const headers = kept ? { ...request.headers, 'if-none-match': kept.etag } : request.headers
  const init: RequestInit = {
    method,
    headers,
    signal,
    // Followed, a redirect would take the key to a place it was not meant for.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  }
  const response = await options.fetch(url, init).catch((cause: unknown) => {
    throw new ConnectionError(`${method} ${url} was not answered`, { cause })
  })
  if (isRedirect(response)) throw toRedirectError(response)
  const text = await textOf(response, options)
  if (response.status === 304 && kept)
    return { body: JSON.parse(kept.text), response: toFacts(response, true, attempt) }
  if (!response.ok) throw toRefusal(response, text, options.clock.now())
  const answer = {
    body: toBody(text, response.status, request.takesAnyBody),
    response: toFacts(response, false, attempt),
  }
  const { etag } = answer.response
  if (etag !== undefined) cache?.set(key, { etag, text })
  else cache?.delete(key)
  return answer
}

/** Who asks is part of it: nobody is shown what another may see. */
function keyOf({ url, headers }: Prepared): string {
  return [url, headers['x-api-key'], headers['x-service-key'], headers.authorization, headers.accept].join(
    ' ',
  )
}

async function textOf(response: Response, { answerBytesMax }: SenderOptions): Promise<string> {
  try {
    return await readText(response, answerBytesMax)
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new UnreadableAnswerError(cause.message, response.status, { cause })
    throw new ConnectionError('the answer was cut off', { cause })
  }
}

/** Browsers say only that there was one. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
}

function toRedirectError({ status, headers, body }: Response): UnreadableAnswerError {
  body?.cancel().catch(() => {})
  const target = headers.get('location') ?? 'another address'
  return new UnreadableAnswerError(`a redirect to ${target}, which is not followed`, status)
}

function toBody(text: string, status: number, takesAny: boolean): unknown {
  if (text === '' && status === 204) return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new UnreadableAnswerError(`status ${status} with a body that is no JSON`, status, { cause })
  }
  if (takesAny || (typeof body === 'object' && body !== null && !Array.isArray(body))) return body
  throw new UnreadableAnswerError(`status ${status} with a body that is no object`, status)
}

/** Nothing when it must not be sent again: the server says it is no use, or it may have been done already. */
function waitAfter(
  thrown: unknown,
  attempt: number,
  { isRepeatable }: Prepared,
  { chance, pauseMsMax }: SenderOptions,
): number | undefined {
  if (thrown instanceof ConnectionError) return isRepeatable ? pauseMs(backoff, attempt, chance) : undefined
  const isAnswer = thrown instanceof ApiError || thrown instanceof UnreadableAnswerError
  if (!isAnswer || !thrown.shouldRetry) return undefined
  // What a proxy says tells nothing about what the server has done.
  if (thrown instanceof UnreadableAnswerError && !isRepeatable) return undefined
  const askedMs = thrown.retryAfterMs
  if (askedMs === undefined) return pauseMs(backoff, attempt, chance)
  // A little later than asked, and not all at the same moment.
  return askedMs > pauseMsMax ? undefined : askedMs + Math.round(chance() * 250)
}
