/** Reads one page the way a polite stranger does: robots.txt first, redirects only within the site, small and soon. */

import { isFailure } from '../core/errors.ts'
import type { Outbound, OutboundResponse } from '../core/outbound/outbound.ts'
import type { RobotsReader } from '../core/robots/robots-reader.ts'
import type { PageVisit } from './discovery.ts'
import { isPageAddress, isSameSite, toPlainAddress } from './target.ts'

export interface ReadPageContext {
  readonly http: Outbound
  readonly robots: RobotsReader
  readonly nowMs: number
  readonly signal: AbortSignal
  /** A redirect to such an address is a finding; it is not requested. */
  isPlatformAddress(url: URL): boolean
}

export interface PageRead extends PageVisit {
  /** Where the redirects ended. */
  readonly page: URL
  readonly html?: string
  /** The address of a platform, or of another site, to which the page redirects. */
  readonly redirect?: URL
  /** The host does not answer. */
  readonly isUnavailable?: boolean
}

const redirectStatuses = [301, 302, 303, 307, 308]
const missingStatuses = [404, 410]
const redirectsMax = 4
const limits = { bytesMax: 2 * 1024 * 1024, deadlineMs: 8000, waitMsMax: 8000 }

export async function readPage(start: URL, context: ReadPageContext): Promise<PageRead> {
  let page = start
  const ended = (outcome: PageVisit['outcome'], reason: string | null, rest: Partial<PageRead> = {}) => ({
    url: toPlainAddress(page),
    page,
    outcome,
    reason,
    ...rest,
  })
  try {
    for (let hop = 0; hop <= redirectsMax; hop++) {
      if (!(await isAllowed(page, context))) return ended('gate', 'robots.txt disallows it.')
      const response = await request(page.href, context)
      if (missingStatuses.includes(response.status)) return ended('missing', `Status ${response.status}.`)
      if (!redirectStatuses.includes(response.status)) return toRead(response, ended)
      const next = URL.parse(response.headers.location ?? '', page.href)
      if (next === null || !isPageAddress(next))
        return ended('refused', 'It redirects to something that is not the address of a page.')
      if (context.isPlatformAddress(next)) return ended('redirect', null, { redirect: next })
      if (!isSameSite(page, next))
        return ended('refused', `It redirects to another site: ${next.hostname}.`, { redirect: next })
      if (next.protocol !== 'https:') return ended('refused', 'It redirects to an address without HTTPS.')
      page = next
    }
    return ended('failed', 'It redirects too many times.')
  } catch (thrown) {
    if (context.signal.aborted || !isFailure(thrown)) throw thrown
    if (thrown.details?.reason === 'private_address') return ended('refused', thrown.message)
    const isUnavailable = thrown.code === 'upstream_unavailable'
    return ended(thrown.code === 'upstream_refused' ? 'gate' : 'failed', thrown.message, { isUnavailable })
  }
}

function toRead(
  { body, headers, url }: OutboundResponse,
  ended: (outcome: PageVisit['outcome'], reason: string | null, rest?: Partial<PageRead>) => PageRead,
): PageRead {
  if (/\/(?:log-?in|sign-?in)\/?$/i.test(new URL(url).pathname)) return ended('gate', 'It asks for a login.')
  if (!/html/i.test(headers['content-type'] ?? '')) return ended('failed', 'It is not a web page.')
  return ended('read', null, { html: body })
}

async function isAllowed(page: URL, { robots, http, nowMs, signal }: ReadPageContext): Promise<boolean> {
  // The rules of a site may be at another host of it, but not at another site.
  const sameSite: Outbound = {
    async request(url, options) {
      const statuses = [...(options.acceptStatuses ?? []), ...redirectStatuses]
      let at = new URL(url)
      for (let hop = 0; ; hop++) {
        const response = await http.request(at.href, { ...options, ...limits, acceptStatuses: statuses })
        if (!redirectStatuses.includes(response.status)) return response
        const next = URL.parse(response.headers.location ?? '', at.href)
        // Elsewhere there are no rules of this site.
        if (next === null || hop === redirectsMax || !isPageAddress(next) || !isSameSite(at, next))
          return { ...response, status: 404 }
        at = next
      }
    },
  }
  return await robots.allows(page.href, { http: sameSite, nowMs, signal })
}

async function request(url: string, { http, signal }: ReadPageContext): Promise<OutboundResponse> {
  return await http.request(url, {
    ...limits,
    signal,
    headers: { accept: 'text/html' },
    acceptStatuses: [...redirectStatuses, ...missingStatuses],
  })
}
