/** The clients for requests to upstreams, each limited to the hosts of its caller. */

import { appVersion } from '../core/app-version.ts'
import { createOutbound } from '../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../core/outbound/outbound.ts'
import { storedHostStates } from '../store/coordination/host-states.ts'
import type { Store } from '../store/store.ts'
import { allowedHosts } from '../sync/define-source.ts'
import type { AnySource } from '../sync/source.ts'
import type { AppContext } from './app-context.ts'

/** With a store, all processes on it know the states of hosts. */
export function createOutboundClient(
  context: AppContext,
  hosts: (host: string) => boolean,
  store?: Store,
): OutboundClient {
  const { allowPrivateHosts } = context.loaded.config.outbound
  return createOutbound({
    ...clientOptions(context, store),
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
  store: Store | undefined,
): OutboundClient {
  return createOutbound({ ...clientOptions(context, store), hosts, attemptsMax: 1 })
}

/**
 * For messages to one address, also in the sandbox, which stands for the upstreams only. One attempt each: whoever sends
 * them tries again later. It shares no state with other clients: a receiver that fails must not delay others at its host.
 */
export function createWebhookClient(
  { loaded, clock }: Pick<AppContext, 'loaded' | 'clock'>,
  url: string,
  mayBePrivate: boolean,
): OutboundClient {
  const hosts = new Set([new URL(url).host])
  return createOutbound({
    clock,
    userAgent: userAgent(loaded.config.outbound.contact),
    hosts,
    attemptsMax: 1,
    ...(mayBePrivate ? { allowPrivate: hosts } : {}),
  })
}

function clientOptions({ loaded, clock, events, profile }: AppContext, store: Store | undefined) {
  return {
    clock,
    events,
    userAgent: userAgent(loaded.config.outbound.contact),
    ...profile.outbound,
    ...(store ? { sharedStates: storedHostStates(store, clock) } : {}),
  }
}

function userAgent(contact: string | undefined): string {
  return `Broadsheet/${appVersion}${contact ? ` (+${contact})` : ''}`
}

/** Limited to the hosts that these sources declare. */
export function createSourceClient(
  context: AppContext,
  sources: readonly AnySource[],
  store?: Store,
): OutboundClient {
  return createOutboundClient(context, allowedHosts(sources), store)
}
