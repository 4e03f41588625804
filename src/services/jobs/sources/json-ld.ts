/** Finds the job postings that a web page describes in JSON-LD. */

import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'

export type LinkedNode = { readonly [name: string]: unknown }

/** Every JobPosting of a page, wherever it is nested. */
export function jobPostingsIn(page: string): LinkedNode[] {
  return scriptsOf(page).flatMap((source) => postingsIn(parse(source), 0))
}

function scriptsOf(page: string): string[] {
  const found: string[] = []
  let open: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      const type = decodeHTML(attributes.type ?? '')
        .trim()
        .toLowerCase()
      if (name === 'script' && type.startsWith('application/ld+json')) open = ''
    },
    ontext(part) {
      if (open !== undefined) open += part
    },
    onclosetag(name) {
      if (name === 'script' && open !== undefined) {
        found.push(open)
        open = undefined
      }
    },
  })
  parser.end(page)
  return found
}

/** Some pages break lines inside strings. */
function parse(source: string): unknown {
  for (const text of [source, escapeControls(source)]) {
    try {
      return JSON.parse(text)
    } catch {}
  }
  return undefined
}

function escapeControls(source: string): string {
  let inString = false
  let text = ''
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] as string
    if (inString && letter === '\\') {
      text += letter + (source[++at] ?? '')
      continue
    }
    if (letter === '"') inString = !inString
    text += inString && letter < ' ' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter
  }
  return text
}

const depthMax = 6

function postingsIn(value: unknown, depth: number): LinkedNode[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => postingsIn(one, depth + 1))
  const node = value as LinkedNode
  const types = Array.isArray(node['@type']) ? node['@type'] : [node['@type']]
  if (types.includes('JobPosting')) return [node]
  return [...postingsIn(node['@graph'], depth + 1), ...postingsIn(node.mainEntity, depth + 1)]
}
