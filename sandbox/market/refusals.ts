/** The provider's refusals: a 403 page for callers that do not look like its own site. */

import { html, type Incoming, type Reply, type Route, type SandboxRequest } from '../host.ts'

/** Any page of the provider's site, in any language. */
const siteOrigin = /^https:\/\/([a-z]{2,3}\.|www\.)?tradingview\.com$/

/** Routes that answer only pages of the provider's site. */
export function siteOnly(routes: readonly Route[]): Route[] {
  return guarded(routes, isFromSite)
}

/** Published clients of the socket also send the name of its host. */
const socketOrigin = /^https:\/\/([a-z-]{1,30}\.)?tradingview\.com$/

/** For sockets, which only the provider's own names may open. */
export function refuseOthers({ headers }: Incoming): Reply | undefined {
  return socketOrigin.test(headers.origin ?? '') ? undefined : forbidden
}

function isFromSite({ headers }: Incoming): boolean {
  return siteOrigin.test(headers.origin ?? '')
}

/** Routes that require a user agent. */
export function userAgentOnly(routes: readonly Route[]): Route[] {
  return guarded(routes, ({ headers }) => (headers['user-agent'] ?? '') !== '')
}

function guarded(routes: readonly Route[], isAllowed: (request: SandboxRequest) => boolean): Route[] {
  return routes.map((route) => ({
    ...route,
    answer: (request) => (isAllowed(request) ? route.answer(request) : forbidden),
  }))
}

const forbidden: Reply = html(
  '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  { status: 403 },
)
