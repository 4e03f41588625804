/** Sends one request over one connection and collects the response up to a size limit. */

import type { Dispatcher } from 'undici'
import { Failure } from '../errors.ts'

export interface RawRequest extends Dispatcher.DispatchOptions {
  readonly signal: AbortSignal
  readonly bytesMax: number
}

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As received, possibly compressed. */
  readonly bytes: Buffer
}

/** A custom handler instead of `request` of undici, which wraps every body in a stream: expensive for small bodies. */
export function sendOnce(
  dispatcher: Dispatcher,
  { signal, bytesMax, ...options }: RawRequest,
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  let controller: Dispatcher.DispatchController | undefined
  let status = 0
  let headers: Record<string, string> = {}
  const chunks: Buffer[] = []
  let bytes = 0

  const onAbort = () => {
    controller?.abort(signal.reason)
    reject(signal.reason)
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort, { once: true })
  dispatcher.dispatch(options, {
    onRequestStart(started) {
      controller = started
      // The signal may have aborted while the request waited for a connection.
      if (signal.aborted) started.abort(signal.reason)
    },
    onResponseStart(_, statusCode, received) {
      if (statusCode < 200) return
      status = statusCode
      headers = joinHeaders(received)
    },
    onResponseData(_, chunk) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new ResponseTooLarge(bytesMax)
      chunks.push(chunk)
    },
    onResponseEnd() {
      signal.removeEventListener('abort', onAbort)
      const [only] = chunks
      resolve({ status, headers, bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks) })
    },
    onResponseError(_, error) {
      signal.removeEventListener('abort', onAbort)
      reject(error)
    },
  })
  return promise
}

/** A separate class, so that callers can fall back to a stream. */
export class ResponseTooLarge extends Failure {
  constructor(bytesMax: number) {
    super('upstream_changed', `The response of the source is larger than ${bytesMax} bytes.`)
  }
}

export function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
