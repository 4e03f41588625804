/** Limits on the size and form of a request's head. */

import type { IncomingMessage } from 'node:http'
import { Failure } from '../../core/errors.ts'

export const urlBytesMax = 8192
export const headerBytesMax = 16_384

/**
 * The parser's own limit is larger than both parts, so that each part gets its own status, and smaller than a read from
 * the socket, so that an endless URL is mostly seen from its beginning.
 */
export const headBytesMax = 49_152

export function uriTooLong(): Failure {
  return new Failure('uri_too_long', `The URL is longer than ${urlBytesMax} bytes.`, {
    details: { bytes_max: urlBytesMax },
  })
}

export function headersTooLarge(): Failure {
  return new Failure('headers_too_large', `The headers are longer than ${headerBytesMax} bytes.`, {
    details: { bytes_max: headerBytesMax },
  })
}

/** `name[:port]` as in a URL: nothing that could pass for a path, markup or a second header. */
const plainHost = /^(?:[A-Za-z0-9._~-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

let lastPlainHost: string | undefined

/** Most requests repeat the host of the previous one. */
function isPlainHost(host: string | undefined): boolean {
  if (host === undefined) return false
  if (host === lastPlainHost) return true
  if (!plainHost.test(host)) return false
  lastPlainHost = host
  return true
}

/** The parser accepts bytes above ASCII, whose encoding is unknown; the router would treat a # as the start of the query. */
const unencodedCharacter = /[^\x21-\x7e]|#/

/** A fast check that a request has no body, and that nothing but its URL can be malformed. */
export function isPlainHead({ rawHeaders, headers, httpVersionMajor }: IncomingMessage): boolean {
  return (
    httpVersionMajor === 1 &&
    findRepeatedHeader(rawHeaders) === undefined &&
    isPlainHost(headers.host) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined &&
    headerBytes(rawHeaders) <= headerBytesMax
  )
}

/** What is wrong with the size or the form of a head. */
export function findMalformed(request: IncomingMessage): Failure | undefined {
  const { method, url = '', rawHeaders, headers, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return malformed('This server supports HTTP/1.1 and HTTP/1.0.')
  if (url.length > urlBytesMax) return uriTooLong()
  if (headerBytes(rawHeaders) > headerBytesMax) return headersTooLarge()
  const repeated = findRepeatedHeader(rawHeaders)
  if (repeated !== undefined)
    return malformed(`The header ${repeated} is repeated; send it once.`, { header: repeated })
  if (headers.host === undefined && httpVersion === '1.1') return malformed('The Host header is required.')
  if (headers.host !== undefined && !isPlainHost(headers.host))
    return malformed('The Host header must be a name or an address with an optional port.')
  // The router would accept any character as the first slash.
  if (!/^(\/|https?:\/\/)/i.test(url) && !(url === '*' && method === 'OPTIONS'))
    return malformed('The URL must start with a slash, http:// or https://.')
  if (unencodedCharacter.test(url))
    return malformed('The URL contains characters that must be percent-encoded.')
  return undefined
}

function malformed(message: string, details?: Record<string, unknown>): Failure {
  return new Failure('malformed_request', message, details && { details })
}

/** If one of these is repeated, the parser drops all but the first, so its meaning is ambiguous. */
const singletonHeaders = ['host', 'authorization', 'content-type', 'x-api-key', 'x-service-key']
/** One bit per length: most other names are ruled out by their length alone. */
const singletonLengths = singletonHeaders.reduce((bits, { length }) => bits | (1 << length), 0)

function findRepeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const { length } = rawHeaders[at] as string
    if (length > 31 || (singletonLengths & (1 << length)) === 0) continue
    const index = singletonHeaders.indexOf((rawHeaders[at] as string).toLowerCase())
    if (index === -1) continue
    if ((seen & (1 << index)) !== 0) return singletonHeaders[index]
    seen |= 1 << index
  }
  return undefined
}

/** Names and values have one byte per character; ": " and the line break are added. */
function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = 0
  for (let at = 0; at < rawHeaders.length; at += 1) bytes += (rawHeaders[at] as string).length + 2
  return bytes
}
