/** The clients for requests to upstreams, each limited to the hosts of its caller. */

import { appVersion } from '../core/app-version.ts'
import { createOutbound } from '../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../core/outbound/outbound.ts'
import { storedPauses } from '../store/coordination/host-pauses.ts'
import type { Store } from '../store/store.ts'
import { type HostedSource, storedTurns } from '../sync/run/stored-turns.ts'
import { type AnySource, allowedHosts } from '../sync/source.ts'
import type { AppContext } from './app-context.ts'

export interface SharedHosts {
  /** Pauses that hosts ask for hold for all processes on the store. */
  readonly store?: Store | undefined
  /** The sources whose runs ask the same hosts: requests and runs, in whatever process, then keep one pace. */
  readonly sources?: (() => readonly HostedSource[] | Promise<readonly HostedSource[]>) | undefined
}

export function createOutboundClient(
  context: AppContext,
  hosts: (host: string) => boolean,
  shared: SharedHosts = {},
): OutboundClient {
  const { allowPrivateHosts } = context.loaded.config.outbound
  return createOutbound({
    ...clientOptions(context, shared),
    hosts,
    ...(allowPrivateHosts ? { allowPrivate: hosts } : {}),
  })
}

/**
 * For pages that an operator names: any public host, whatever the settings say about private ones, because a page of a
 * stranger may lead anywhere. One attempt each.
 */
export function createDiscoveryClient(
  context: AppContext,
  hosts: (host: string) => boolean,
  shared: SharedHosts,
): OutboundClient {
  return createOutbound({ ...clientOptions(context, shared), hosts, attemptsMax: 1 })
}

function clientOptions({ loaded, clock, events, profile }: AppContext, { store, sources }: SharedHosts) {
  const { contact } = loaded.config.outbound
  const userAgent = `Broadsheet/${appVersion}${contact ? ` (+${contact})` : ''}`
  return {
    clock,
    events,
    userAgent,
    ...profile.outbound,
    ...(store ? { sharedPauses: storedPauses(store, clock) } : {}),
    ...(store && sources ? { sharedTurns: storedTurns({ store, clock, sources }) } : {}),
  }
}

/** For the runs of these sources, limited to the hosts that they declare. Everybody else makes way for runs. */
export function createRunClient(
  context: AppContext,
  sources: readonly AnySource[],
  store: Store,
): OutboundClient {
  return createOutboundClient(context, allowedHosts(sources), { store })
}

/** For requests outside runs, limited to the hosts that these sources declare. */
export function createSourceClient(
  context: AppContext,
  sources: readonly AnySource[],
  store?: Store,
): OutboundClient {
  return createOutboundClient(context, allowedHosts(sources), { store, sources: () => sources })
}
