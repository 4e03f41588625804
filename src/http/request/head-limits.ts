/** How large the head of a request may be, and what it must hold. */

import type { IncomingMessage } from 'node:http'
import { Failure } from '../../core/errors.ts'

export const urlBytesMax = 8192
export const headerBytesMax = 16_384

/**
 * The parser's own bound is larger than both parts, so that each part gets its own status, and smaller than what is
 * read from a socket at once, so that a URL without an end is mostly seen from its beginning.
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

/** `name[:port]`, as a URL would have it: nothing that could pass for a path, a tag or a second header. */
const plainHost = /^(?:[A-Za-z0-9._~-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

let lastPlainHost: string | undefined

/** Most requests name the host that the one before has named. */
function isPlainHost(host: string | undefined): boolean {
  if (host === undefined) return false
  if (host === lastPlainHost) return true
  if (!plainHost.test(host)) return false
  lastPlainHost = host
  return true
}

/** Whether a request without a body can be answered without a closer look at its head. */
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

/** Throws what the caller is told about a head that is too large or not well-formed. */
export function checkHead({ method, url = '', rawHeaders, headers, httpVersion }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new Failure('malformed_request', 'This server speaks HTTP/1.1 and HTTP/1.0.')
  }
  if (url.length > urlBytesMax) throw uriTooLong()
  if (headerBytes(rawHeaders) > headerBytesMax) throw headersTooLarge()
  const repeated = findRepeatedHeader(rawHeaders)
  if (repeated !== undefined) {
    throw new Failure('malformed_request', `The header ${repeated} was sent twice.`, {
      details: { header: repeated },
    })
  }
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new Failure('malformed_request', 'A request needs a Host header.')
  }
  if (headers.host !== undefined && !plainHost.test(headers.host)) {
    throw new Failure(
      'malformed_request',
      'The Host header has to be a name or an address, with a port at most.',
    )
  }
  // The router would take any character for the first slash.
  if (!/^(\/|https?:\/\/)/i.test(url) && !(url === '*' && method === 'OPTIONS')) {
    throw new Failure('malformed_request', 'The URL has to begin with a slash, or with http:// or https://.')
  }
  // The parser lets bytes above ASCII through, and nobody can say which characters they were meant to be; the router
  // would take what follows a # for the query.
  if (/[^\x21-\x7e]|#/.test(url)) {
    throw new Failure('malformed_request', 'The URL contains characters that have to be percent-encoded.')
  }
}

/** Of these the parser would keep the first and drop the other, and nobody could say which was meant. */
const singletonHeaders = ['host', 'authorization', 'content-type', 'x-api-key', 'x-service-key']
/** One bit for each length, of the 32 that fit: most names are told from them by that alone. */
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

/** Names and values are one byte per character here; ": " and the line's end come on top. */
function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = 0
  for (let at = 0; at < rawHeaders.length; at += 1) bytes += (rawHeaders[at] as string).length + 2
  return bytes
}
