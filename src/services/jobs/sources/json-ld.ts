/** Finds the job postings that a web page describes in JSON-LD. */

import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'

export type JsonLdNode = { readonly [name: string]: unknown }

/** Every JobPosting of a page, wherever it is nested. */
export function findJobPostings(page: string): JsonLdNode[] {
  return jsonLdScripts(page).flatMap((source) => collectPostings(parseLeniently(source), 0))
}

function jsonLdScripts(page: string): string[] {
  const scripts: string[] = []
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
        scripts.push(open)
        open = undefined
      }
    },
  })
  parser.end(page)
  return scripts
}

/** Some pages break lines inside strings. */
function parseLeniently(source: string): unknown {
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

function collectPostings(value: unknown, depth: number): JsonLdNode[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => collectPostings(one, depth + 1))
  const node = value as JsonLdNode
  const types = Array.isArray(node['@type']) ? node['@type'] : [node['@type']]
  if (types.includes('JobPosting')) return [node]
  return [...collectPostings(node['@graph'], depth + 1), ...collectPostings(node.mainEntity, depth + 1)]
}
