/** Parses a JSON body: valid UTF-8, valid JSON, no NUL characters, no infinite numbers, no `__proto__`. */

import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '../../core/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws for a body that is compressed or not UTF-8. */
export function checkBodyHeaders(headers: IncomingHttpHeaders): void {
  const contentEncoding = headers['content-encoding'] ?? 'identity'
  if (contentEncoding.trim().toLowerCase() !== 'identity') {
    throw new Failure('unsupported_media_type', 'Compressed request bodies are not supported.', {
      details: { header: 'content-encoding', expected: 'identity' },
    })
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Failure('unsupported_media_type', 'The body must be UTF-8.', {
      details: { header: 'content-type', expected: 'charset=utf-8' },
    })
  }
}

export function parseJsonBody(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new Failure('malformed_request', 'The body is not valid UTF-8.')
  }
  if (text.trim() === '')
    throw new Failure('malformed_request', 'The body is empty but Content-Type is application/json.')
  try {
    return JSON.parse(text, rejectUnsafeValue)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('malformed_request', 'The body is not valid JSON.', { cause: error })
  }
}

/** PostgreSQL cannot store NUL, `__proto__` in a body is an attack or a bug, and 1e999 would become infinity. */
function rejectUnsafeValue(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Failure('malformed_request', 'The body contains the key "__proto__".')
  if (key.includes('\u0000') || (typeof value === 'string' && value.includes('\u0000'))) {
    throw new Failure('malformed_request', 'The body contains a NUL character.')
  }
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw new Failure('malformed_request', 'The body contains a number that is too large.')
  }
  return value
}
