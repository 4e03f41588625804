/** How a redirect becomes the next request, and what is left behind when it leads to another host. */

import { Failure } from '../errors.ts'
import type { RawAnswer } from './classify-response.ts'

/** One request as it goes over one connection. */
export interface Call {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export const hopsMax = 5

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** Anything else may carry a credential, whatever its name. */
const harmlessHeaders = new Set([
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
])

export function isRedirect(answer: RawAnswer): boolean {
  return redirectStatuses.has(answer.status) && answer.headers.location !== undefined
}

export function nextCall(call: Call, answer: RawAnswer): Call {
  const location = answer.headers.location ?? ''
  const url = URL.parse(location, call.url.href)
  if (!url)
    throw new Failure('upstream_changed', 'The source redirects to something that is not a web address.')
  if (call.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new Failure('upstream_changed', 'The source redirects from a secure to an open connection.')
  }
  const becomesGet = answer.status === 303 || (answer.status < 303 && call.method === 'POST')
  const sameOrigin = url.origin === call.url.origin
  if (!sameOrigin && !becomesGet && call.body !== undefined) {
    throw new Failure('upstream_changed', 'The source wants the body of the request sent to another host.')
  }
  return {
    url,
    method: becomesGet ? 'GET' : call.method,
    headers: sameOrigin ? call.headers : onlyHarmless(call.headers),
    body: becomesGet ? undefined : call.body,
  }
}

function onlyHarmless(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.has(name)))
}
