/** Converts upstream text, possibly with markup, to plain text. */

import { decodeHTML } from 'entities'
import { isFailure } from '../errors.ts'
import { collapseSpace } from '../text/collapse-space.ts'
import { scanHtml } from './parse-html.ts'

/** Tags that separate words; all others can occur within a word (`H<sub>2</sub>O`). */
const wordBreakingTags: ReadonlySet<string> = new Set(
  `address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hr li main nav ol option p pre section table tbody td tfoot th thead title tr ul`.split(/\s+/),
)

/** Elements whose content is not displayed. */
export const hiddenElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
])

/** Words of printable ASCII without markup and entities, separated by single spaces: most short texts. */
const plainWords = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/
const plainWordsMax = 200

/**
 * Strips markup, decodes entities once, drops control characters and collapses white space. Encoded markup becomes
 * literal text, so the result must be escaped wherever it is displayed.
 */
export function toPlainText(source: string): string {
  if (source.length <= plainWordsMax && plainWords.test(source)) return source
  const text = source.includes('<') ? stripMarkup(source) : source.includes('&') ? decodeHTML(source) : source
  return collapseSpace(text.toWellFormed())
}

function stripMarkup(source: string): string {
  let text = ''
  let hiddenDepth = 0
  try {
    scanHtml(source, {
      text: (part) => {
        if (hiddenDepth === 0) text += part
      },
      open: (name) => {
        if (hiddenElements.has(name)) hiddenDepth++
        if (wordBreakingTags.has(name)) text += ' '
      },
      close: (name) => {
        if (hiddenElements.has(name)) hiddenDepth--
        if (wordBreakingTags.has(name)) text += ' '
      },
    })
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    // Tags that are opened again and again and never closed, as some editors write them.
    return decodeHTML(source.replaceAll(/<[^<>]*>/g, ' '))
  }
  return text
}
