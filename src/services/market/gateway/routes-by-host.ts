/** Which routes of the service need which host of the provider. */

import { products } from '../products/index.ts'
import { getContract } from './contracts.ts'
import { type ProviderHost, providerHosts, socketHost } from './hosts.ts'

/** The routes whose data comes through the provider's socket. */
export const pricePaths = {
  quotes: '/v1/quotes',
  bars: '/v1/bars/:symbol',
  stream: '/v1/stream',
  quoteStream: '/v1/stream/quotes',
  barStream: '/v1/stream/bars',
} as const

/** Paths as in the API document. */
export function routesOf(host: ProviderHost): readonly string[] {
  if (host === socketHost) return Object.values(pricePaths).map((path) => path.replace(':symbol', '{symbol}'))
  return products
    .filter(({ contract }) => providerHosts[getContract(contract).host] === host)
    .map(({ path }) => path)
}

/** How many routes the provider refuses without an `Origin`. */
export const originRouteCount = [...Object.values(providerHosts), socketHost]
  .filter(({ requiresOrigin }) => requiresOrigin)
  .flatMap(routesOf).length
