/** Converts upstream text, possibly with markup, to plain text. */

import { decodeHTML } from 'entities'
import { isFailure } from './errors.ts'
import { scanHtml } from './parse-html.ts'

/** Tags that separate words; all others can occur within a word (`H<sub>2</sub>O`). */
const wordBreakingTags = new Set(
  `address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hr li main nav ol option p pre section table tbody td tfoot th thead title tr ul`.split(/\s+/),
)

/** Elements whose content is not displayed. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object'])

/** Control characters except white space, the byte order mark, and marks that change the writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\u202a-\u202e\u2066-\u2069]/g

/**
 * Strips markup, decodes entities once, drops control characters and collapses white space. Encoded markup becomes
 * literal text, so the result must be escaped wherever it is displayed.
 */
export function toPlainText(source: string): string {
  const text = source.includes('<') ? stripMarkup(source) : decodeHTML(source)
  return text
    .toWellFormed()
    .replace(unprintable, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
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
