/**
 * Strips the markup that nearly all texts of upstreams have: tags with attributes, without scripts, comments and the like.
 * Several times as fast as the parser, which reads everything else.
 */

import { decodeHTML } from 'entities'
import { parseLimits } from '../parse/parse-limits.ts'

/** Their content is not displayed, or is read by other rules. */
const specialElements = new Set(
  `script style template noscript iframe object title textarea xmp noembed noframes plaintext svg math
   foreignobject`.split(/\s+/),
)
/** They have no end tag. */
const voidElements = new Set(
  `area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr`.split(
    /\s+/,
  ),
)

/** Undefined if the parser must read the text. A tag in `wordBreakingTags` becomes a space. */
export function stripSimpleMarkup(source: string, wordBreakingTags: ReadonlySet<string>): string | undefined {
  if (source.length > parseLimits.htmlCharacters) return undefined
  const parts: string[] = []
  const open: string[] = []
  let start = 0
  let tags = 0
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at)) {
    const isEnd = source.charCodeAt(at + 1) === slash
    const nameStart = isEnd ? at + 2 : at + 1
    if (!isLetter(source.charCodeAt(nameStart))) {
      // `3 < 4` is text; comments, declarations and instructions are not.
      if (isEnd || /[!?]/.test(source.charAt(nameStart))) return undefined
      at = nameStart
      continue
    }
    let nameEnd = nameStart + 1
    while (isNameCharacter(source.charCodeAt(nameEnd))) nameEnd++
    const name = source.slice(nameStart, nameEnd).toLowerCase()
    const end = isEnd ? source.indexOf('>', nameEnd) : findTagEnd(source, nameEnd)
    if (end === -1 || specialElements.has(name)) return undefined
    // The parser refuses elements that are nested too deep, and only it knows how deep they are.
    if (!isEnd && !voidElements.has(name)) {
      if (++tags > parseLimits.htmlDepth) return undefined
      open.push(name)
    }
    // What else an end tag ends, only the parser knows.
    if (isEnd && open.pop() !== name) return undefined
    if (at > start) parts.push(decode(source.slice(start, at)))
    if (parts.at(-1) !== ' ' && wordBreakingTags.has(name)) parts.push(' ')
    start = end + 1
    at = start
  }
  if (start < source.length) parts.push(decode(source.slice(start)))
  return parts.join('')
}

const slash = 0x2f
const equals = 0x3d
const greater = 0x3e
const doubleQuote = 0x22
const singleQuote = 0x27

/** Where the start tag ends, or -1 if it is not clear. */
export function findTagEnd(source: string, nameEnd: number): number {
  let at = nameEnd
  // Another character is part of the name.
  if (!isSpace(source.charCodeAt(at)) && source.charCodeAt(at) !== slash && source.charCodeAt(at) !== greater)
    return -1
  for (;;) {
    while (isSpace(source.charCodeAt(at)) || source.charCodeAt(at) === slash) at++
    if (source.charCodeAt(at) === greater) return at
    const attributeStart = at
    while (isNameCharacter(source.charCodeAt(at))) at++
    if (at === attributeStart) return -1
    while (isSpace(source.charCodeAt(at))) at++
    if (source.charCodeAt(at) !== equals) continue
    at++
    while (isSpace(source.charCodeAt(at))) at++
    const quote = source.charCodeAt(at)
    if (quote === doubleQuote || quote === singleQuote) {
      at = source.indexOf(source.charAt(at), at + 1) + 1
      if (at === 0) return -1
    } else {
      const valueStart = at
      while (isNameCharacter(source.charCodeAt(at))) at++
      if (at === valueStart) return -1
      const next = source.charCodeAt(at)
      if (!isSpace(next) && next !== greater) return -1
    }
  }
}

export function decode(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b)
}

export function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

/** Letters, digits, and `-`, `_`, `:`, `.`, `%`, `#`, which end nothing in a name or a value. */
export function isNameCharacter(code: number): boolean {
  return (
    isLetter(code) ||
    (code >= 0x30 && code <= 0x3a) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f ||
    code === 0x25 ||
    code === 0x23
  )
}
