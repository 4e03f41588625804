/** Parses XML feeds. Documents that define their own entities are rejected. */

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
  const isComplete =
    XMLValidator.validate(source) === true && !/<!DOCTYPE|<!ENTITY/i.test(source.slice(0, 4000))
  const document = isComplete ? (parser.parse(source) as XmlNode) : {}
  const rootNode = childNodes(document, root)[0]
  const isEmpty = Array.isArray(document[root])
  if (rootNode === undefined && !isEmpty)
    throw new Failure('upstream_changed', `The feed is not a complete ${root} document.`)
  return rootNode ?? {}
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
