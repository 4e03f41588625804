/** What the market provider's hosts require, for the command line. */

import {
  examineMarketHosts,
  type HostProbe,
  hostsWithoutOrigin,
  isMarketHost,
  originRouteCount,
} from '../services/market/readiness.ts'
import type { AppContext } from './app-context.ts'
import { createOutboundClient } from './outbound.ts'

export { type HostProbe, originRouteCount }

/** Hosts of the provider that will refuse requests, because `MARKET_ORIGIN` is not set. */
export function refusingMarketHosts({ profile }: Pick<AppContext, 'profile'>): readonly string[] {
  return profile.marketOrigin === undefined ? hostsWithoutOrigin : []
}

export async function probeMarketHosts(
  context: AppContext,
  signal: AbortSignal,
): Promise<readonly HostProbe[]> {
  await using outbound = createOutboundClient(context, isMarketHost)
  return await examineMarketHosts(outbound, context.profile.marketOrigin, signal)
}
