/** The headers that are the same on every response. */

export const fixedHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  // All of them: browsers ignore the star only where a page sends cookies, and no origin may.
  'access-control-expose-headers': '*',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Caches do not know that `X-Api-Key` and `X-Service-Key` are credentials.
  vary: 'Accept, Accept-Encoding, Authorization, Origin, X-Api-Key, X-Service-Key',
}

/** The response to a CORS preflight, which browsers may cache for a day. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Prefer, Range, X-Api-Key, X-Request-Id, X-Service-Key, Traceparent',
  'access-control-max-age': '86400',
}
