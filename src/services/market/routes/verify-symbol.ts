/** Distinguishes an unknown symbol from one without data, by a scan for the symbol. */

import { Failure } from '../../../core/errors.ts'
import { getContract } from '../gateway/contracts.ts'
import type { Asker, Gateway } from '../gateway/gateway.ts'
import { buildUpstreamRequest, jsonBody } from '../gateway/upstream-request.ts'
import { toScan } from '../scanner/scan-response.ts'

/** Throws `unknown_symbol`. */
export async function requireSymbolExists(symbol: string, gateway: Gateway, asker: Asker): Promise<void> {
  const request = buildUpstreamRequest(getContract('scanner.scan.global'), {
    body: jsonBody({ columns: ['name'], symbols: { tickers: [symbol] }, range: [0, 1] }),
  })
  // As a check of the gateway, so that a negative result is cached no longer than a failure.
  const check = (json: unknown) => {
    if (toScan(json, ['name']).rows.length > 0) return
    throw new Failure('unknown_symbol', `Unknown symbol ${symbol}.`, {
      details: { parameter: 'symbol', hint: '/market/v1/symbols/search finds symbols.' },
    })
  }
  const { entry } = await gateway.lookUp(request, asker, check)
  check(JSON.parse(entry.body))
}
