/** Parses XML feeds, within the limits of `parse-limits.ts`. Documents with a document type are rejected. */

import { Tokenizer } from 'htmlparser2'
import { Failure } from '../../../../core/errors.ts'
import { parseLimits, unreadable } from '../../../../core/parse/parse-limits.ts'

/** The children by name, each a text or a node; attributes are left out. */
export type XmlNode = { readonly [name: string]: unknown }

/** The content of the root element, which must have this name. Throws `upstream_changed` for a truncated document. */
export function parseXml(source: string, root: string): XmlNode {
  const document = readDocument(source)
  const rootNode = childNodes(document, root)[0]
  const isEmpty = Array.isArray(document?.[root])
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

interface OpenElement {
  readonly name: string
  text: string
  /** Made with the first child. */
  children?: Record<string, (string | XmlNode)[]>
}

/** The root element in a node of its own; undefined if the document is not complete. */
function readDocument(source: string): XmlNode | undefined {
  if (source.length > parseLimits.xmlCharacters)
    throw unreadable(`it has more than ${parseLimits.xmlCharacters} characters`)
  const document: OpenElement = { name: '', text: '' }
  const open: OpenElement[] = [document]
  let isValid = true
  let elements = 0

  function openElement(name: string): void {
    elements += 1
    if (elements > parseLimits.xmlElements)
      throw unreadable(`it has more than ${parseLimits.xmlElements} elements`)
    if (open.length > parseLimits.xmlDepth)
      throw unreadable(`its elements are nested more than ${parseLimits.xmlDepth} deep`)
    open.push({ name, text: '' })
  }
  function closeElement(name: string): void {
    const element = open.pop()
    const parent = open.at(-1)
    if (element?.name !== name || !parent) {
      isValid = false
      return
    }
    parent.children ??= Object.create(null) as Record<string, (string | XmlNode)[]>
    const siblings = parent.children[name] ?? []
    parent.children[name] = siblings
    siblings.push(element.children ?? element.text.trim())
  }
  function addText(text: string): void {
    const element = open.at(-1)
    if (element) element.text += text
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname: (start, end) => openElement(source.slice(start, end)),
      onopentagend() {},
      onselfclosingtag: () => closeElement(open.at(-1)?.name ?? ''),
      onclosetag: (start, end) => closeElement(source.slice(start, end)),
      ontext: (start, end) => addText(source.slice(start, end)),
      ontextentity: (codepoint) => addText(String.fromCodePoint(codepoint)),
      oncdata: (start, end, endOffset) => addText(source.slice(start, end - endOffset)),
      ondeclaration() {
        isValid = false
      },
      oncomment() {},
      onprocessinginstruction() {},
      onattribname() {},
      onattribdata() {},
      onattribentity() {},
      onattribend() {},
      onend() {},
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return isValid && open.length === 1 ? document.children : undefined
}
