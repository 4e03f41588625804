/** The headers that are the same on every answer of the API. */

const exposedHeaders = [
  'ETag',
  'Link',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Age',
  'Cache-Status',
  'X-Request-Id',
  'Server-Timing',
  'Deprecation',
  'Sunset',
  'Last-Modified',
  'Content-Disposition',
  'Idempotency-Replayed',
  'WWW-Authenticate',
].join(', ')

/** Caches do not know that `x-api-key` and `X-Service-Key` are credentials, so they are told. */
export const vary = 'Accept, Accept-Encoding, Authorization, Origin, X-Api-Key, X-Service-Key'

export const fixedHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary,
}

/** What a preflight is told; it is asked again after a day at the earliest. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Api-Key, X-Request-Id, X-Service-Key, Traceparent',
  'access-control-max-age': '86400',
}

/** The policy of our own pages: own styles inline, nothing from elsewhere, no script unless a page asks for its own. */
export const pageSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Header pairs as the flat list `writeHead` takes without copying. */
export function toHeaderList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}
