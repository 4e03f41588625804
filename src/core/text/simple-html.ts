/**
 * Reads the markup that most descriptions have: few elements, each closed where it must be. Several times as fast as the
 * parser, which reads everything else.
 */

import type { HtmlEvents } from '../parse/parse-html.ts'
import { parseLimits } from '../parse/parse-limits.ts'
import { decode, findTagEnd, isLetter, isNameCharacter } from './simple-markup.ts'

const headings = 'h1 h2 h3 h4 h5 h6'.split(' ')
const inParagraph = new Set(['p'])
const inHeading = new Set(['p', ...headings])

/** The elements, with those within which the parser closes the outer one first. */
const elements: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['span', 'strong', 'b', 'em', 'i', 'u'].map((name) => [name, new Set<string>()] as const),
  ...['p', 'div', 'ul', 'ol'].map((name) => [name, inParagraph] as const),
  ...headings.map((name) => [name, inHeading] as const),
  ['li', new Set(['li'])],
  ['a', new Set(['a'])],
])

const slash = 0x2f
/** Other ways to write a link are left to the parser. */
const onlyLink = /^ href="([^"&]*)"(?: (?:target|rel|title|class)="[^"]*")*$/

/**
 * False if the parser must read it; the events so far are then worthless. Of attributes, only `href` of links is read, and a
 * text may come in fewer pieces than from the parser.
 */
export function scanSimpleHtml(html: string, events: Required<HtmlEvents>): boolean {
  if (html.length > parseLimits.htmlCharacters) return false
  const open: string[] = []
  let start = 0
  let opened = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', start)) {
    if (at > start) events.text(decode(html.slice(start, at)))
    const isEnd = html.charCodeAt(at + 1) === slash
    const nameStart = isEnd ? at + 2 : at + 1
    if (!isLetter(html.charCodeAt(nameStart))) return false
    let nameEnd = nameStart + 1
    while (isNameCharacter(html.charCodeAt(nameEnd))) nameEnd++
    const name = html.slice(nameStart, nameEnd).toLowerCase()
    const end = isEnd ? html.indexOf('>', nameEnd) : findTagEnd(html, nameEnd)
    if (end === -1) return false
    start = end + 1
    if (isEnd) {
      if (end !== nameEnd || open.pop() !== name) return false
      events.close(name)
      continue
    }
    if (++opened > parseLimits.htmlElements) return false
    if (name === 'br') {
      events.open(name, {})
      events.close(name)
      continue
    }
    const closing = elements.get(name)
    if (closing === undefined || closing.has(open.at(-1) ?? '')) return false
    const link = name === 'a' ? onlyLink.exec(html.slice(nameEnd, end)) : undefined
    if (link === null || open.push(name) > parseLimits.htmlDepth) return false
    events.open(name, link === undefined ? {} : { href: link[1] as string })
  }
  if (start < html.length) events.text(decode(html.slice(start)))
  return open.length === 0
}
