/** Links to addresses that sources publish: only web addresses become links, and nobody learns where readers come from. */

import { type Html, html } from './html.ts'

/** Undefined for anything but a web address, such as `javascript:`. */
export function webAddress(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** A name that is reserved: no address of the sandbox can be opened. */
const sandboxDomain = '.sandbox.example'

/** The text alone if the address is not one of the web, or leads nowhere because a source is simulated. */
export function externalLink(url: string | null | undefined, text: string): Html {
  const href = webAddress(url)
  return href === undefined || new URL(href).hostname.endsWith(sandboxDomain)
    ? html`${text}`
    : html`<a href="${href}" rel="nofollow noopener noreferrer">${text}</a>`
}
