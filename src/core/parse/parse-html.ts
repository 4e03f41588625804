/** Parses web pages within the limits of `parse-limits.ts`. */

import { createRequire } from 'node:module'
import type { CheerioAPI } from 'cheerio'
import { DomHandler, Parser } from 'htmlparser2'
import { parseLimits, unreadable } from './parse-limits.ts'

const load = createRequire(import.meta.url)

/** Throws `upstream_changed` for a page beyond the limits. */
export function parseHtml(html: string): CheerioAPI {
  const tree = new DomHandler()
  /** Of each open element, beginning with the document, how many it has. */
  const children = [0]
  let nesting = 0
  scanHtml(html, {
    open(name, attributes) {
      nesting += children.length
      if (nesting > parseLimits.htmlNesting) throw unreadable('too many of its elements are nested deep')
      const count = (children.pop() ?? 0) + 1
      if (count > parseLimits.htmlChildren)
        throw unreadable(`an element has more than ${parseLimits.htmlChildren} others`)
      children.push(count, 0)
      tree.onopentag(name, { ...attributes })
    },
    text: (text) => tree.ontext(text),
    close() {
      children.pop()
      tree.onclosetag()
    },
  })
  tree.onend()
  // Loaded on first use. It gets the tree that was measured: a parser of its own might nest the same page deeper.
  const { load: query } = load('cheerio/slim') as typeof import('cheerio/slim')
  return query(tree.root as unknown as Parameters<typeof query>[0])
}

export interface HtmlEvents {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Calls back for each tag and text, in order. Throws `upstream_changed` for a page beyond the limits. */
export function scanHtml(html: string, events: HtmlEvents): void {
  if (html.length > parseLimits.htmlCharacters)
    throw unreadable(`it has more than ${parseLimits.htmlCharacters} characters`)
  let depth = 0
  let elements = 0
  let attributesOfTag = 0
  const parser = new Parser({
    onattribute() {
      attributesOfTag += 1
      if (attributesOfTag > parseLimits.htmlAttributes)
        throw unreadable(`an element has more than ${parseLimits.htmlAttributes} attributes`)
    },
    onopentag(name, attributes) {
      attributesOfTag = 0
      depth += 1
      elements += 1
      if (depth > parseLimits.htmlDepth)
        throw unreadable(`its elements are nested more than ${parseLimits.htmlDepth} deep`)
      if (elements > parseLimits.htmlElements)
        throw unreadable(`it has more than ${parseLimits.htmlElements} elements`)
      events.open?.(name, attributes)
    },
    ontext: (text) => events.text?.(text),
    onclosetag(name) {
      depth -= 1
      events.close?.(name)
    },
  })
  parser.end(html)
}
