/** The client for requests to upstreams, limited to the hosts of its caller. */

import { appVersion } from '../core/app-version.ts'
import { createOutbound } from '../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../core/outbound/outbound.ts'
import { type AnySource, allowedHosts } from '../sync/source.ts'
import type { AppContext } from './app-context.ts'

export function createOutboundClient(
  { loaded, clock, events, profile }: AppContext,
  hosts: (host: string) => boolean,
): OutboundClient {
  const { contact, allowPrivateHosts } = loaded.config.outbound
  return createOutbound({
    clock,
    events,
    userAgent: `Broadsheet/${appVersion}${contact ? ` (+${contact})` : ''}`,
    hosts,
    ...(allowPrivateHosts ? { allowPrivate: hosts } : {}),
    ...profile.outbound,
  })
}

/** Limited to the hosts that these sources declare. */
export function createSourceClient(context: AppContext, sources: readonly AnySource[]): OutboundClient {
  return createOutboundClient(context, allowedHosts(sources))
}
