/** Reads XML feeds: elements as lists, text as text, entities of the document's own refused. */

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

/** The content of the root element, which has to be called `root`. A document that ends too early is `upstream_changed`. */
export function parseXml(source: string, root: string): XmlNode {
  const isComplete =
    XMLValidator.validate(source) === true && !/<!DOCTYPE|<!ENTITY/i.test(source.slice(0, 4000))
  const document = isComplete ? (parser.parse(source) as XmlNode) : {}
  const rootNode = childNodes(document, root)[0]
  if (rootNode === undefined && !isEmptyRoot(document, root)) {
    throw new Failure('upstream_changed', `The feed is not a whole ${root} document.`)
  }
  return rootNode ?? {}
}

function isEmptyRoot(document: XmlNode, root: string): boolean {
  return Array.isArray(document[root])
}

/** Child elements of that name that have children of their own. */
export function childNodes(node: XmlNode | undefined, name: string): XmlNode[] {
  const children = node?.[name]
  return Array.isArray(children)
    ? children.filter((one): one is XmlNode => typeof one === 'object' && one !== null)
    : []
}

/** The texts of child elements of that name. */
export function childTexts(node: XmlNode | undefined, name: string): string[] {
  const children = node?.[name]
  return Array.isArray(children)
    ? children.filter((one): one is string => typeof one === 'string' && one !== '')
    : []
}

export function childText(node: XmlNode | undefined, name: string): string | undefined {
  return childTexts(node, name)[0]
}
