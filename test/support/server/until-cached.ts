/** A response from the response cache, for tests of what it serves. */

import assert from 'node:assert/strict'

interface AnyResponse {
  readonly headers: Headers | Readonly<Record<string, string>>
}

/** Sends a request until its response is cached: the first is only remembered, the second stored, the third a hit. */
export async function untilCached<Response extends AnyResponse>(
  send: () => Promise<Response>,
): Promise<Response> {
  for (let sent = 0; sent < 2; sent++) await send()
  const response = await send()
  assertCached(response)
  return response
}

export function assertCached({ headers }: AnyResponse, message?: string): void {
  const timing = headers instanceof Headers ? headers.get('server-timing') : headers['server-timing']
  assert.equal(timing, 'cache;desc=hit', message)
}
