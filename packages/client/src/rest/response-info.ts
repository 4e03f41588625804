/** Status and headers of a response. */

import { parseRateLimit, type RateLimitWindow } from './rate-limit.ts'

export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | undefined
  readonly etag: string | undefined
  /** What remains of each rate-limit window; empty if the server does not say. */
  readonly rateLimit: readonly RateLimitWindow[]
  /** 304: the body comes from the cache. */
  readonly isRevalidated: boolean
  /** How many attempts were made. */
  readonly attempts: number
}

export function toResponseInfo(response: Response, isRevalidated: boolean, attempts: number): ResponseInfo {
  const { status, headers } = response
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    rateLimit: parseRateLimit(headers),
    isRevalidated,
    attempts,
  }
}

/** The body as text; throws `RangeError` as soon as it exceeds the limit. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > bytesMax)
    await rejectTooLong(response.body, bytesMax)
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > bytesMax) {
      reader.releaseLock()
      await rejectTooLong(response.body, bytesMax)
    }
    text += decoder.decode(value, { stream: true })
  }
}

async function rejectTooLong(body: ReadableStream | null, bytesMax: number): Promise<never> {
  await body?.cancel().catch(() => {})
  throw new RangeError(`the answer is longer than ${bytesMax} bytes`)
}
