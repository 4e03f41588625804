/** HTML templates in which every value is escaped unless it is HTML already. */

import { escapeUTF8 } from 'entities'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | undefined | readonly Value[]

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = strings[0] ?? ''
  values.forEach((value, index) => {
    text += toText(value) + (strings[index + 1] ?? '')
  })
  return new Html(text)
}

function toText(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  return escapeUTF8(typeof value === 'string' ? value.replace(bidiControls, '') : String(value))
}

/** They turn round the text that follows, also that of the page. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Text of our own in which backticks mark code. Between quotation marks is text of others, which stays as it is. */
export function withCode(text: string): Html {
  const parts = text.split(/("[^"]*"|`[^`]*`)/)
  return html`${parts.map((part) => (/^`.*`$/s.test(part) ? html`<code>${part.slice(1, -1)}</code>` : part))}`
}

/** JSON for a script element, in which no text can close the element. */
export function jsonForScript(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028'))
}
