/** Reads schema.org items that a page has as microdata (`itemscope`, `itemprop`), in the form of JSON-LD nodes. */

import type { CheerioAPI } from 'cheerio'
import type { JsonLdNode } from './json-ld.ts'
import { parseHtml, scanHtml } from './parse-html.ts'

const schemaOrg = /^https?:\/\/(?:www\.)?schema\.org\/(\w{1,60})$/
/** Of a property that occurs more often, the first ones. */
const valuesMax = 100

/** The schema.org types of all items. */
export function microdataTypes(html: string): ReadonlySet<string> {
  const types = new Set<string>()
  if (!html.includes('schema.org/')) return types
  scanHtml(html, {
    open(_, { itemtype = '' }) {
      const type = typeOf(itemtype)
      if (type !== undefined) types.add(type)
    },
  })
  return types
}

/** The first item of this type. Of several within each other, each would repeat the others. */
export function parseMicrodata(html: string, type: string): JsonLdNode | undefined {
  if (!html.includes(`schema.org/${type}`)) return undefined
  const $ = parseHtml(html)
  const item = findItems($).find(({ attribs }) => typeOf(attribs.itemtype ?? '') === type)
  return item && readItem($, item)
}

function findItems($: CheerioAPI) {
  return $('[itemscope][itemtype]').toArray()
}

type Element = ReturnType<typeof findItems>[number]

/** A value that is no item has none inside. */
function readItem($: CheerioAPI, item: Element): JsonLdNode {
  const node: Record<string, unknown> = Object.create(null)
  const open = $(item).children().toArray().reverse()
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const { itemprop = '', itemscope } = element.attribs
    const isItem = itemscope !== undefined
    const names = itemprop.split(/\s+/).filter((name) => name !== '')
    const value = names.length === 0 ? undefined : isItem ? readItem($, element) : textOf($, element)
    for (const name of names) {
      const known = name in node ? [node[name]].flat() : []
      if (known.length < valuesMax) node[name] = known.length === 0 ? value : [...known, value]
    }
    if (!isItem && names.length === 0) open.push(...$(element).children().toArray().reverse())
  }
  return { ...node, '@type': typeOf(item.attribs.itemtype ?? '') }
}

function textOf($: CheerioAPI, element: Element): string {
  const { content, datetime, href } = element.attribs
  const stated = content ?? datetime ?? href
  if (stated !== undefined) return stated
  const found = $(element)
  return found.children().length > 0 ? (found.html() ?? '') : found.text()
}

function typeOf(itemtype: string): string | undefined {
  return schemaOrg.exec(itemtype.trim().split(/\s/, 1)[0] ?? '')?.[1]
}
