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
export function resolveDestination(url: URL, settings: OutboundSettings, agents: Agents): Destination {
  const { origin, mayBePrivate } = locate(url, settings)
  return { origin, dispatcher: mayBePrivate ? agents.unrestricted : agents.publicOnly }
}

interface Location {
  readonly origin: string
  /** False if the name must not resolve to a private address. */
  readonly mayBePrivate: boolean
}

/** Throws if the host is not configured, or is a private address. */
export function locate(url: URL, { hosts, allowPrivate, overrideOrigin }: OutboundSettings): Location {
  const allowed = matchesHost(hosts, url.host)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!allowed || !isWeb || url.username !== '' || url.password !== '') {
    throw new Failure('upstream_changed', 'The source links to a host that is not configured.', {
      cause: new Error(`${url.protocol}//${url.host}`),
    })
  }
  const override = overrideOrigin?.(url.host)
  if (override) return { origin: override.origin, mayBePrivate: true }
  if (allowPrivate && matchesHost(allowPrivate, url.host)) return { origin: url.origin, mayBePrivate: true }
  const literal = ipLiteral(url.hostname)
  if (literal !== undefined && !isPublicAddress(literal)) {
    throw privateAddressFailure()
  }
  return { origin: url.origin, mayBePrivate: false }
}

function matchesHost(hosts: HostMatcher, host: string): boolean {
  return typeof hosts === 'function' ? hosts(host) : hosts.has(host)
}
