/** An error as a page, for people who follow a link in a browser. */

import { type ErrorCode, errorKinds, type Failure } from '../../core/errors.ts'
import { type Html, html, withCode } from './html.ts'
import { renderPage } from './page.ts'
import { facts } from './parts.ts'

/** Details of a rate limit that its message has already. */
const detailsInMessage: ReadonlySet<string> = new Set(['window', 'window_seconds', 'limit'])

const detailsForPrograms: ReadonlySet<string> = new Set(['hint', 'pattern', 'in'])

/** Where those of the API speak to programs. */
const remediesForReaders: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the address, or go back and choose again.',
  not_found: 'Check the address, or search for what you want.',
}

export function renderErrorPage(
  { code, status, message, details }: Failure,
  requestId: string,
  explanationPath: string,
): string {
  const title = toWords(code)
  const { remedy, retry } = errorKinds[code]
  const shown = Object.entries(details ?? {}).filter(
    ([name, value]) =>
      // `expected` says the same in a sentence.
      value !== undefined &&
      !detailsForPrograms.has(name) &&
      !(code === 'rate_limited' && detailsInMessage.has(name)) &&
      !(name === 'expected' && Array.isArray(details?.allowed)),
  )
  return renderPage({
    title,
    crumb: html`Status ${status}, an error of this server.`,
    lead: withCode(message),
    body: html`${
      shown.length === 0
        ? undefined
        : html`<section class="panel"><h2>Details</h2>
${facts(shown.map(([name, value]) => [toWords(name.replace(/_seconds$/, '')), toDetail(name, value)]))}</section>`
    }
<p>${withCode(remediesForReaders[code] ?? remedy)} <a href="${explanationPath}">More about this error</a></p>
${retry ? html`<p><a class="button" href="">Try again</a></p>` : undefined}
<p class="soft">Request id: <code>${requestId}</code></p>`,
  })
}

/** `Not found` for `not_found`. */
function toWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The path that someone meant is a link. Browsers take a backslash for a slash, and `//` for the start of a host. */
function toDetail(name: string, value: unknown): Html {
  if (name === 'did_you_mean' && Array.isArray(value))
    return html`${value.map((each, at) => html`${at === 0 ? '' : ', '}${toDetail(name, each)}`)}`
  const text = name.endsWith('_seconds') ? `${toText(value)} second${value === 1 ? '' : 's'}` : toText(value)
  return name === 'did_you_mean' && /^\/[^/\\{\s][^\\{\s]*$/.test(text)
    ? html`<a href="${text}">${text}</a>`
    : html`${text}`
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
