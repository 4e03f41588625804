/** Takes the JSON-LD out of pages: every block on its own, graphs flattened, references within a page resolved. */

import { parseHtml } from '../../../core/parse-html.ts'
import type { ParsedResponse } from '../../../sync/source.ts'

export type Node = Readonly<Record<string, unknown>>

export interface PageNode {
  readonly node: Node
  /** Follows `{"@id": …}` to what it names on the same page. */
  resolve(value: unknown): Node | undefined
}

const nodesMax = 5000

/** A block that is not JSON is dropped and the others are read. */
export function parseJsonLdPages(
  pages: readonly ParsedResponse[],
  drop: (reason: string) => void,
): PageNode[] {
  return pages.flatMap(({ body }) => {
    const nodes = parseBlocks(body, drop)
      .flatMap((block) => flatten(block))
      .slice(0, nodesMax)
    const byId = new Map(
      nodes.flatMap((node) => (typeof node['@id'] === 'string' ? [[node['@id'], node] as const] : [])),
    )
    const resolve = (value: unknown): Node | undefined => {
      const node = Array.isArray(value) ? value[0] : value
      if (typeof node === 'string') return byId.get(node)
      if (!isNode(node)) return undefined
      const isReference = Object.keys(node).length === 1 && typeof node['@id'] === 'string'
      return isReference ? byId.get(String(node['@id'])) : node
    }
    return nodes.map((node) => ({ node, resolve }))
  })
}

function parseBlocks(html: string, drop: (reason: string) => void): unknown[] {
  const $ = parseHtml(html)
  return $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => {
      try {
        return [JSON.parse($(script).text()) as unknown]
      } catch {
        drop('a block that is not JSON')
        return []
      }
    })
}

function flatten(block: unknown): Node[] {
  if (Array.isArray(block)) return block.flatMap(flatten)
  if (!isNode(block)) return []
  const graph = block['@graph']
  return Array.isArray(graph) ? graph.flatMap(flatten) : [block]
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function typesOf(node: Node): string[] {
  return [node['@type']].flat().filter((type) => typeof type === 'string')
}

/** The text of a field, whether it is one, a list of them, or an object with a name. */
export function textField(node: Node | undefined, name: string): string | undefined {
  const value = [node?.[name]].flat()[0]
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value === 'number') return String(value)
  return isNode(value) && typeof value.name === 'string' ? value.name : undefined
}

export function nameField(node: Node | undefined, name: string): string[] {
  return [node?.[name]].flat().flatMap((value) => {
    if (typeof value === 'string') return [value]
    return isNode(value) && typeof value.name === 'string' ? [value.name] : []
  })
}
