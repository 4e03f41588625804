/** The market service with a provider's socket that does exactly what a test wants. */

import {
  FakeProvider,
  type FakeProviderOptions,
} from '../../../packages/client/test/support/fake-provider.ts'
import { type MarketFixture, openMarketFixture } from './market-fixture.ts'

export interface FaultyMarket extends AsyncDisposable {
  readonly provider: FakeProvider
  readonly fixture: MarketFixture
  at(path: string): string
  /** Another node with the same provider; closed with the market. */
  openNode(): Promise<MarketFixture>
  /** The provider says that the last price of a symbol is another. */
  changePrice(symbol: string, price: number): void
}

export async function openFaultyMarket(
  options: FakeProviderOptions,
  more: Parameters<typeof openMarketFixture>[0] = {},
): Promise<FaultyMarket> {
  await using stack = new AsyncDisposableStack()
  const provider = stack.use(await FakeProvider.start(options))
  const origin = provider.url.replace(/^ws(.*?\d)\/.*$/, 'http$1')
  const outbound = { overrideOrigin: () => ({ origin }) }
  const fixture = stack.use(await openMarketFixture({ ...more, hosts: [], outbound }))
  const resources = stack.move()
  return {
    provider,
    fixture,
    at: (path) => fixture.origin + path,
    openNode: async () => resources.use(await openMarketFixture({ ...more, hosts: [], outbound })),
    changePrice(symbol, price) {
      const [session] = provider.callsOf('quote_create_session').at(-1) ?? []
      provider.connections.at(-1)?.sendEvent('qsd', session, { n: symbol, s: 'ok', v: { lp: price } })
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
