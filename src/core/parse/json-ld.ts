/** Reads the JSON-LD blocks of a web page. */

import { scanHtml } from './parse-html.ts'
import { parseForeignJson } from './parse-json.ts'

export type JsonLdNode = Readonly<Record<string, unknown>>

export interface JsonLdPage {
  /** In document order, whether at the top, in a list, or below `@graph` or `mainEntity`. */
  readonly nodes: readonly JsonLdNode[]
  /** The node a value is or refers to: the first of a list, a reference by its `@id`, or the object itself. */
  resolve(value: unknown): JsonLdNode | undefined
}

const nodesMax = 5000
const depthMax = 6

/** Skips blocks that are not JSON and calls `onInvalid` for each. */
export function parseJsonLd(html: string, onInvalid?: (source: string) => void): JsonLdPage {
  const nodes: JsonLdNode[] = []
  for (const source of jsonLdScripts(html)) {
    const block = parseLeniently(source)
    if (block === undefined) onInvalid?.(source)
    else collectNodes(block, nodes, 0)
  }
  const byId = new Map(
    nodes.flatMap((node) => (typeof node['@id'] === 'string' ? [[node['@id'], node] as const] : [])),
  )
  return {
    nodes,
    resolve(value) {
      const node = Array.isArray(value) ? value[0] : value
      if (typeof node === 'string') return byId.get(node)
      if (!isJsonLdNode(node)) return undefined
      const id = node['@id']
      return typeof id === 'string' && Object.keys(node).length === 1 ? byId.get(id) : node
    },
  }
}

function jsonLdScripts(html: string): string[] {
  const scripts: string[] = []
  let script: string | undefined
  scanHtml(html, {
    open(name, { type = '' }) {
      if (name === 'script' && type.trim().toLowerCase().startsWith('application/ld+json')) script = ''
    },
    text(text) {
      if (script !== undefined) script += text
    },
    close() {
      if (script !== undefined) scripts.push(script)
      script = undefined
    },
  })
  return scripts
}

/** Some pages contain raw line breaks inside strings. */
function parseLeniently(source: string): unknown {
  for (const text of [source, escapeControls(source)]) {
    try {
      return parseForeignJson(text)
    } catch {}
  }
  return undefined
}

function escapeControls(source: string): string {
  let inString = false
  let text = ''
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string
    if (inString && char === '\\') {
      text += char + (source[++at] ?? '')
      continue
    }
    if (char === '"') inString = !inString
    text += inString && char < ' ' ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char
  }
  return text
}

function collectNodes(value: unknown, nodes: JsonLdNode[], depth: number): void {
  if (depth > depthMax || nodes.length >= nodesMax) return
  if (Array.isArray(value)) {
    for (const item of value) collectNodes(item, nodes, depth + 1)
  } else if (isJsonLdNode(value)) {
    nodes.push(value)
    collectNodes(value['@graph'], nodes, depth + 1)
    collectNodes(value.mainEntity, nodes, depth + 1)
  }
}

export function isJsonLdNode(value: unknown): value is JsonLdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function nodeTypes(node: JsonLdNode): string[] {
  return [node['@type']].flat().filter((type) => typeof type === 'string')
}

/** The text of a field that holds a text, a number, an object with a name, or a list that starts with one. */
export function textField(node: JsonLdNode | undefined, name: string): string | undefined {
  const value = [node?.[name]].flat()[0]
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value === 'number') return String(value)
  return isJsonLdNode(value) && typeof value.name === 'string' ? value.name : undefined
}

/** All texts of a field that holds texts or objects with a name. */
export function textListField(node: JsonLdNode | undefined, name: string): string[] {
  return [node?.[name]].flat().flatMap((value) => {
    if (typeof value === 'string') return [value]
    return isJsonLdNode(value) && typeof value.name === 'string' ? [value.name] : []
  })
}
