/** Parses a query string strictly: invalid encoding, repeated names and control characters are errors. */

import { Failure } from '../../core/errors.ts'

/** Without inherited members, so that no name is there before it is sent; `Object.create(null)` makes slower objects. */
function EmptyQuery() {}
EmptyQuery.prototype = Object.create(null)
const Query = EmptyQuery as unknown as new () => Record<string, string>

export function parseQueryString(text: string): Record<string, string> {
  const query = new Query()
  if (text === '') return query
  const decode = needsDecoding.test(text) ? decodeText : undecoded
  let start = 0
  while (start <= text.length) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand < 0 ? text.length : ampersand
    if (end > start) addParameter(query, text.slice(start, end), decode)
    start = end + 1
  }
  return query
}

/** Nearly all query strings have none of these; a control character is found when it is decoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const needsDecoding = /[%+\u0000-\u001f\u007f]/

function addParameter(query: Record<string, string>, part: string, decode: (text: string) => string): void {
  const equals = part.indexOf('=')
  const name = decode(equals < 0 ? part : part.slice(0, equals))
  const value = equals < 0 ? '' : decode(part.slice(equals + 1))
  if (query[name] !== undefined) {
    throw new Failure('invalid_request', `The parameter ${quote(name)} is repeated; send it once.`, {
      details: { parameter: shorten(name), expected: 'one value' },
    })
  }
  query[name] = value
}

function undecoded(text: string): string {
  return text
}

function decodeText(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Failure('malformed_request', 'The query string is not valid percent-encoded UTF-8.')
  }
  if (hasControlCharacter(decoded)) {
    throw new Failure('malformed_request', 'The query string contains a control character.')
  }
  return decoded
}

/** Other than tabs and line breaks. PostgreSQL cannot store NUL, and the rest is an attack or a bug. */
export function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
}

/** Input in a form that is safe and short enough for an error message. */
export function quote(name: string): string {
  return JSON.stringify(shorten(name))
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 57)}…` : name
}
