/** Parses XML feeds. Documents with a DOCTYPE, which could define entities, are rejected. */

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Failure } from '../../../core/errors.ts'

export type XmlNode = { readonly [name: string]: unknown }

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  processEntities: true,
  htmlEntities: false,
  isArray: () => true,
})

/** The content of the root element, which must have this name. Throws `upstream_changed` for a truncated document. */
export function parseXml(source: string, root: string): XmlNode {
  const isComplete = !hasDeclaration(source) && XMLValidator.validate(source) === true
  const document = isComplete ? (parser.parse(source) as XmlNode) : {}
  const rootNode = childNodes(document, root)[0]
  const isEmpty = Array.isArray(document[root])
  if (rootNode === undefined && !isEmpty)
    throw new Failure('upstream_changed', `The feed is not a complete ${root} document.`)
  return rootNode ?? {}
}

const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/** Whether the document declares anything. Comments and CDATA may contain any text, such as a page that starts with DOCTYPE. */
function hasDeclaration(source: string): boolean {
  let at = source.indexOf('<!')
  while (at >= 0) {
    const [open, close] = sections.find(([start]) => source.startsWith(start, at)) ?? []
    if (open === undefined) return true
    const end = source.indexOf(close, at + open.length)
    at = end < 0 ? -1 : source.indexOf('<!', end + close.length)
  }
  return false
}

/** Child elements with this name that have children. */
export function childNodes(node: XmlNode | undefined, name: string): XmlNode[] {
  const children = node?.[name]
  return Array.isArray(children)
    ? children.filter((one): one is XmlNode => typeof one === 'object' && one !== null)
    : []
}

/** The texts of the child elements with this name. */
export function childTexts(node: XmlNode | undefined, name: string): string[] {
  const children = node?.[name]
  return Array.isArray(children)
    ? children.filter((one): one is string => typeof one === 'string' && one !== '')
    : []
}

export function childText(node: XmlNode | undefined, name: string): string | undefined {
  return childTexts(node, name)[0]
}
