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
  checkStructure(bytes)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new Failure('malformed_request', 'The body is not valid UTF-8.')
  }
  if (text.trim() === '')
    throw new Failure('malformed_request', 'The body is empty but Content-Type is application/json.')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new Failure('malformed_request', 'The body is not valid JSON.', { cause: error })
  }
  rejectUnsafeValue(body)
  return body
}

/** Several times what the largest valid body of any route has. */
export const valuesMax = 20_000
export const depthMax = 64

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\,[]{}')

/** Before the body is parsed, because a value of one byte costs as much as a long one. */
function checkStructure(bytes: Buffer): void {
  let values = 1
  let depth = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (byte === comma) values += 1
    else if (byte === openBracket || byte === openBrace) {
      values += 1
      depth += 1
      if (depth > depthMax) throw tooComplex(`is nested more than ${depthMax} levels deep`)
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1
    if (values > valuesMax) throw tooComplex(`has more than ${valuesMax} values`)
  }
}

function tooComplex(problem: string): Failure {
  return new Failure('malformed_request', `The body ${problem}.`, {
    details: { values_max: valuesMax, depth_max: depthMax },
  })
}

/** PostgreSQL cannot store NUL, `__proto__` in a body is an attack or a bug, and 1e999 would become infinity. */
function rejectUnsafeValue(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw new Failure('malformed_request', 'The body contains a NUL character.')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new Failure('malformed_request', 'The body contains a number that is too large.')
  } else if (Array.isArray(value)) {
    for (const item of value) rejectUnsafeValue(item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__')
        throw new Failure('malformed_request', 'The body contains the key "__proto__".')
      rejectUnsafeValue(name)
      rejectUnsafeValue(member)
    }
  }
}
