/** Decides whether a request may go to a host, and where its bytes actually go. */

import type { Dispatcher } from 'undici'
import { Failure } from '../errors.ts'
import type { Agents } from './agents.ts'
import type { HostMatcher, OutboundSettings } from './outbound.ts'
import { ipLiteral, isPublicAddress, privateAddressFailure } from './public-address.ts'

export interface Destination {
  readonly origin: string
  readonly dispatcher: Dispatcher
}

/** Checked for every hop: a redirect or a link must not lead to hosts that are not configured. */
export function resolveDestination(
  url: URL,
  { hosts, allowPrivate, overrideOrigin }: OutboundSettings,
  agents: Agents,
): Destination {
  const allowed = matchesHost(hosts, url.host)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!allowed || !isWeb || url.username !== '' || url.password !== '') {
    throw new Failure('upstream_changed', 'The source links to a host that is not configured.', {
      cause: new Error(`${url.protocol}//${url.host}`),
    })
  }
  const override = overrideOrigin?.(url.host)
  if (override) return { origin: override.origin, dispatcher: agents.unrestricted }
  if (allowPrivate && matchesHost(allowPrivate, url.host))
    return { origin: url.origin, dispatcher: agents.unrestricted }
  const literal = ipLiteral(url.hostname)
  if (literal !== undefined && !isPublicAddress(literal)) {
    throw privateAddressFailure()
  }
  return { origin: url.origin, dispatcher: agents.publicOnly }
}

function matchesHost(hosts: HostMatcher, host: string): boolean {
  return typeof hosts === 'function' ? hosts(host) : hosts.has(host)
}
