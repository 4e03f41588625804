/** Links to addresses that sources publish: only web addresses become links, and nobody learns where readers come from. */

import { type Html, html } from './html.ts'

/** Undefined for anything but a web address, such as `javascript:`. */
export function webAddress(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** The host of an address, which is shorter to read; the address itself if it has none. */
export function hostText(url: string | null | undefined): string {
  return (url && URL.canParse(url) && new URL(url).hostname) || (url ?? '')
}

/** Nobody can own a name below it, so no such address can be opened: the sandbox uses only these. */
const reservedDomain = /\.example\.?$/

/** The text alone if the address is not one of the web, and with a note if it is made up. */
export function externalLink(url: string | null | undefined, text: string, className?: string): Html {
  const href = webAddress(url)
  if (href === undefined) return html`${text}`
  if (reservedDomain.test(new URL(href).hostname))
    return html`${text} <small class="soft madeup">(made-up address)</small>`
  return html`<a${className === undefined ? undefined : html` class="${className}"`} href="${href}" rel="nofollow noopener noreferrer">${text}</a>`
}
