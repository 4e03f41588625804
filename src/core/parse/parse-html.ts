/** Parses web pages within the limits of `parse-limits.ts`. */

import { createRequire } from 'node:module'
import type { CheerioAPI } from 'cheerio'
import { Parser } from 'htmlparser2'
import { parseLimits, unreadable } from './parse-limits.ts'

const load = createRequire(import.meta.url)

/** Throws `upstream_changed` for a page beyond the limits. */
export function parseHtml(html: string): CheerioAPI {
  scanHtml(html, {})
  // Loaded on first use. This build has no parser other than htmlparser2, whose time is linear for a limited depth.
  return (load('cheerio/slim') as typeof import('cheerio/slim')).load(html)
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
  const parser = new Parser({
    onopentag(name, attributes) {
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
