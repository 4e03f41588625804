/** Turns a redirect into the next request, without credentials when it leads to another origin. */

import { Failure } from '../errors.ts'
import type { DecodedResponse } from './classify-response.ts'

/** A request for one hop. */
export interface Call {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export const redirectsMax = 5

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** Any other header may contain a credential, whatever its name. */
const credentialFreeHeaders = new Set([
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
])

export function isRedirect(response: DecodedResponse): boolean {
  return redirectStatuses.has(response.status) && response.headers.location !== undefined
}

export function followRedirect(call: Call, response: DecodedResponse): Call {
  const location = response.headers.location ?? ''
  const url = URL.parse(location, call.url.href)
  if (!url) throw new Failure('upstream_changed', 'The source redirects to something that is not a URL.')
  if (call.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new Failure('upstream_changed', 'The source redirects from HTTPS to HTTP.')
  }
  const becomesGet = response.status === 303 || (response.status < 303 && call.method === 'POST')
  const sameOrigin = url.origin === call.url.origin
  if (!sameOrigin && !becomesGet && call.body !== undefined) {
    throw new Failure('upstream_changed', 'The source redirects a request with a body to another host.')
  }
  return {
    url,
    method: becomesGet ? 'GET' : call.method,
    headers: sameOrigin ? call.headers : withoutCredentials(call.headers),
    body: becomesGet ? undefined : call.body,
  }
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => credentialFreeHeaders.has(name)))
}
