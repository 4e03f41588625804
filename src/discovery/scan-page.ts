/** Finds the addresses in a page: its links, what it embeds, and addresses of platforms anywhere in its source. */

import { scanHtml } from '../core/parse/parse-html.ts'

export interface PageLink {
  readonly kind: 'link' | 'embed' | 'text'
  readonly url: URL
  /** The text of a link. */
  readonly label: string
}

export interface ScannedPage {
  readonly links: readonly PageLink[]
  /** The page has more links than were looked at. */
  readonly isCut: boolean
}

const linksMax = 2000
const labelMax = 100
/** How often each anchor is looked for, and how far an address may extend around it. */
const hitsMax = 20
const addressMax = 300

const sources: Readonly<Record<string, readonly ['link' | 'embed', attribute: string]>> = {
  a: ['link', 'href'],
  area: ['link', 'href'],
  iframe: ['embed', 'src'],
  frame: ['embed', 'src'],
  script: ['embed', 'src'],
  embed: ['embed', 'src'],
  form: ['embed', 'action'],
}

/** `anchors`: texts that occur in every address of a platform. Throws `upstream_changed` beyond the limits of a page. */
export function scanPage(html: string, page: URL, anchors: readonly string[]): ScannedPage {
  const found = new Map<string, PageLink>()
  let isCut = false
  let base = page
  const add = (kind: PageLink['kind'], address: string, label: string) => {
    const url = address.length > 2000 ? null : URL.parse(address, base.href)
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return
    url.hash = ''
    const known = found.get(url.href)
    // The first link to the home page is often a picture without a text.
    if (known !== undefined && (known.label !== '' || label === '')) return
    if (known === undefined && found.size >= linksMax) isCut = true
    else found.set(url.href, { kind: known?.kind ?? kind, url, label })
  }
  let open: { readonly href: string; label: string } | undefined
  const closeLink = () => {
    if (open !== undefined) add('link', open.href, open.label.trim())
    open = undefined
  }
  scanHtml(html, {
    open(name, attributes) {
      if (name === 'base' && attributes.href !== undefined)
        base = URL.parse(attributes.href, page.href) ?? page
      const [kind, attribute = ''] = sources[name] ?? []
      const address = attributes[attribute]
      if (kind === undefined || address === undefined) return
      if (kind === 'embed') return add('embed', address, '')
      closeLink()
      open = { href: address, label: '' }
    },
    text(text) {
      if (open !== undefined && open.label.length < labelMax)
        open.label = `${open.label} ${text.slice(0, labelMax)}`.slice(0, labelMax)
    },
    close(name) {
      if (name === 'a') closeLink()
    },
  })
  closeLink()
  for (const address of addressesInText(html, anchors)) add('text', address, '')
  return { links: [...found.values()], isCut }
}

/** In scripts slashes may be escaped, in attributes ampersands. */
function* addressesInText(html: string, anchors: readonly string[]): Generator<string> {
  const text = html.replaceAll('\\/', '/').replaceAll('\\u002F', '/').replaceAll('&amp;', '&')
  const lower = text.toLowerCase()
  // Some letters change their length; offsets would then be wrong.
  const searched = lower.length === text.length ? lower : text
  for (const anchor of anchors) {
    let at = searched.indexOf(anchor.toLowerCase())
    for (let hits = 0; at >= 0 && hits < hitsMax; hits++) {
      yield addressAround(text, at, anchor.length)
      at = searched.indexOf(anchor.toLowerCase(), at + anchor.length)
    }
  }
}

const addressCharacter = /[\w.~:/?#@!$&*+=%-]/

function addressAround(text: string, at: number, length: number): string {
  let start = at
  while (start > 0 && at - start < addressMax && addressCharacter.test(text[start - 1] ?? '')) start--
  let end = at + length
  while (end < text.length && end - at < addressMax && addressCharacter.test(text[end] ?? '')) end++
  const address = text.slice(start, end)
  return address.includes('//') || address.startsWith('/') ? address : `https://${address}`
}
