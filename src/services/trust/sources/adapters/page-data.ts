/** Extracts the JSON that pages embed in scripts; nothing is evaluated. */

import { parseHtml } from '../../../../core/parse/parse-html.ts'
import { parseForeignJson } from '../../../../core/parse/parse-json.ts'
import { parseLimits, unreadable } from '../../../../core/parse/parse-limits.ts'
import { parseJson, upstreamChanged } from './adapter.ts'

/** The content of `<script id="__NEXT_DATA__">`; undefined if there is none. */
export function nextData(page: string): unknown {
  const script = parseHtml(page)('script#__NEXT_DATA__').first()
  return script.length === 0 ? undefined : parseJson(script.text(), 'The data in the page')
}

/** The content of each `<script type="application/json">`; invalid JSON is skipped. */
export function jsonScripts(page: string): unknown[] {
  const $ = parseHtml(page)
  return $('script[type="application/json"]')
    .map((_, script) => {
      try {
        return { value: parseForeignJson($(script).text()) }
      } catch {
        return undefined
      }
    })
    .get()
    .map(({ value }) => value)
}

/** The object in `window.NAME = {…}`, if it is strict JSON. */
export function assignedObject(page: string, mark: string): unknown {
  const start = bounded(page).indexOf(mark)
  if (start < 0) throw upstreamChanged(`The page has no ${mark}.`)
  const open = page.indexOf('{', start + mark.length)
  if (open < 0 || !/^\s*=\s*$/.test(page.slice(start + mark.length, open))) {
    throw upstreamChanged(`The page assigns no object to ${mark}.`)
  }
  return parseJson(page.slice(open, endOfObject(page, open)), mark)
}

/** The index after the bracket that closes the one at `open`; brackets in strings are ignored. */
function endOfObject(text: string, open: number): number {
  let depth = 0
  let inString = false
  for (let index = open; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  throw upstreamChanged('An object in the page is not closed.')
}

function bounded(page: string): string {
  if (page.length > parseLimits.htmlCharacters)
    throw unreadable(`it has more than ${parseLimits.htmlCharacters} characters`)
  return page
}
