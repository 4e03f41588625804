/** Reads the body of a request, up to a limit. How long that may take is up to the runtime (`requestTimeout`). */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../core/errors.ts'
import { checkBodyHeaders, parseJsonBody } from './json-body.ts'
import { ClientDisconnected } from './request-deadline.ts'

/** `none`: a body is ignored; `text`: a body of any media type is passed on as it is. */
export type BodyType = 'none' | 'json' | 'text'

export interface BodyRules {
  readonly type: BodyType
  readonly bytesMax: number
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Undefined if there is none. Throws if it is too large, or not of the type that the route accepts. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { type, bytesMax }: BodyRules,
): Promise<unknown> {
  if (type === 'none') return undefined
  const { headers, httpVersion } = request
  const isTooLarge = Number(headers['content-length'] ?? 0) > bytesMax
  // A client that waits with its body may send it now.
  if (!isTooLarge && httpVersion === '1.1' && /\b100-continue\b/i.test(headers.expect ?? ''))
    response.writeContinue()
  const { 'content-type': mediaType } = headers
  if (!hasBody(request) || (mediaType === undefined && headers['content-length'] === '0')) return undefined
  if (mediaType === undefined ? type === 'json' : !acceptedMediaTypes[type].test(mediaType))
    throw new Failure('unsupported_media_type', 'The body must be application/json.')
  if (isTooLarge) throw tooLarge(bytesMax)
  const bytes = await readBytes(request, bytesMax)
  checkBodyHeaders(headers)
  return type === 'json' ? parseJsonBody(bytes) : bytes.toString()
}

const acceptedMediaTypes: Readonly<Record<Exclude<BodyType, 'none'>, RegExp>> = {
  json: /^application\/json\s*(?:;|$)/i,
  text: /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/,
}

/** What follows a refused body is discarded; see `limitUnreadBody`. */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  function onData(chunk: Buffer): void {
    length += chunk.length
    if (length > bytesMax) reject(tooLarge(bytesMax))
    else chunks.push(chunk)
  }
  const onEnd = () => resolve(Buffer.concat(chunks, length))
  const onError = () => reject(new ClientDisconnected('client disconnected'))
  request.on('data', onData).once('end', onEnd).once('error', onError).once('close', onError)
  return promise.finally(() => {
    request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError)
  })
}

function tooLarge(bytesMax: number): Failure {
  return new Failure('payload_too_large', 'The body exceeds the limit for this route.', {
    details: { bytes_max: bytesMax },
  })
}
