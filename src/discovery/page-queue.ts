/** Which page to read next: those that may belong to a service of which nothing complete is known yet, in turns. */

import type { Recogniser } from './recogniser.ts'
import type { PageLink } from './scan-page.ts'
import { isPageAddress, isSameSite } from './target.ts'

const pagesPerServiceMax = 20

export class PageQueue {
  readonly #start: URL
  /** To read before any other. */
  readonly #first: URL[]
  readonly #candidates: readonly { readonly recogniser: Recogniser; readonly pages: URL[] }[]
  readonly #seen = new Set<string>()
  #turn = 0

  constructor(start: URL, recognisers: readonly Recogniser[]) {
    this.#start = start
    this.#first = [start]
    this.#candidates = recognisers.map((recogniser) => ({ recogniser, pages: [] }))
    this.#seen.add(start.href)
  }

  addFirst(page: URL): void {
    this.#seen.add(page.href)
    this.#first.push(page)
  }

  /** Only pages of the same site whose address or label has a word of the service. */
  addLinks(links: readonly PageLink[]): void {
    for (const { kind, url, label } of links) {
      if (kind !== 'link' || url.protocol !== 'https:' || !isPageAddress(url)) continue
      if (!isSameSite(url, this.#start) || this.#seen.has(url.href)) continue
      const words = new Set(`${url.hostname}${url.pathname} ${label}`.toLowerCase().split(/[^\p{L}]+/u))
      const wanted = this.#candidates.find(({ recogniser }) => !recogniser.words.isDisjointFrom(words))
      if (wanted === undefined || wanted.pages.length >= pagesPerServiceMax) continue
      this.#seen.add(url.href)
      wanted.pages.push(url)
    }
  }

  /** Where redirects ended: it is not read again. */
  markRead(page: URL): void {
    this.#seen.add(page.href)
    for (const { pages } of this.#candidates) {
      const at = pages.findIndex(({ href }) => href === page.href)
      if (at >= 0) pages.splice(at, 1)
    }
  }

  take(isComplete: (service: string) => boolean): URL | undefined {
    const first = this.#first.shift()
    if (first !== undefined) return first
    for (let tries = 0; tries < this.#candidates.length; tries++) {
      const candidate = this.#candidates[this.#turn++ % this.#candidates.length]
      const page = isComplete(candidate?.recogniser.service ?? '') ? undefined : candidate?.pages.shift()
      if (page !== undefined) return page
    }
    return undefined
  }

  count(isComplete: (service: string) => boolean): number {
    return this.#candidates
      .filter(({ recogniser }) => !isComplete(recogniser.service))
      .reduce((sum, { pages }) => sum + pages.length, 0)
  }
}
