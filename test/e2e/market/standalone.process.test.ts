import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServerProcess, waitForResponse } from '../../support/server/server-process.ts'

describe('the market service alone', () => {
  it('serves its index, metrics and routes at the root', async () => {
    using served = await startServerProcess(['market'])
    for (const path of ['/', '/v1']) {
      const index = await (await fetch(served.origin + path)).json()
      assert.equal((index as { shipped_rest_contracts: number }).shipped_rest_contracts, 30, path)
    }
    // The simulated provider starts when the server is ready.
    await waitForResponse(
      `${served.origin}/v1/symbols/search?q=apple&limit=1`,
      ({ status }) => status === 200,
    )
    const figures = await (await fetch(`${served.origin}/metrics`)).text()
    assert.match(figures, /^broadsheet_market_lookups_total\{outcome="miss"\} 1$/m)
    assert.match(
      figures,
      /^broadsheet_upstream_calls_total\{host="symbol-search\.tradingview\.com",outcome="ok"\} 1$/m,
    )
  })
})
