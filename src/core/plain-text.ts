/** Turns text from an upstream into plain text: it is data, never markup. */

import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'

/** Tags that end a word; all others sit inside one (`H<sub>2</sub>O`). */
const wordBreakingTags = new Set(
  `address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hr li main nav ol option p pre section table tbody td tfoot th thead title tr ul`.split(/\s+/),
)

/** Elements whose content was never meant to be read. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object'])

/** Cc but the spaces, the byte order mark, and the marks that turn the direction of writing around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\u202a-\u202e\u2066-\u2069]/g

/**
 * Strips markup, decodes entities once, drops control characters and collapses whitespace. What was encoded twice
 * stays encoded once, and encoded markup comes out as the letters it was: the result is text, to be escaped wherever
 * it is shown.
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
  let silence = 0
  const parser = new Parser({
    ontext: (part) => {
      if (silence === 0) text += part
    },
    onopentag: (name) => {
      if (hiddenElements.has(name)) silence++
      if (wordBreakingTags.has(name)) text += ' '
    },
    onclosetag: (name) => {
      if (hiddenElements.has(name)) silence--
      if (wordBreakingTags.has(name)) text += ' '
    },
  })
  parser.end(source)
  return text
}
