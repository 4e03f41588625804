/** The scanner host: scans over listings and options, and the columns of each market. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../../host.ts'
import { marketOf } from '../market.ts'
import { scanOptions } from '../options/options-table.ts'
import type { ScanTable } from './columns/column.ts'
import { scanListings } from './listing-scan.ts'
import { classOf } from './markets.ts'
import { metainfo } from './metainfo.ts'
import { cellsOf, type ScanResult } from './scan.ts'
import { ScanError } from './scan-error.ts'
import { parseScanRequest, type ScanRequest } from './scan-request.ts'

export const scannerHost: SandboxHost = {
  host: 'scanner.tradingview.com',
  routes: [
    route('POST /options/scan2', (request) => scanReply(request, optionsScan)),
    route('POST /{market}/scan', (request) => scanReply(request, listingScan)),
    route('GET /{market}/metainfo', fields),
    // What the provider's own pages send, with `{}` or `{"markets":[…]}`.
    route('POST /{market}/metainfo', fields),
  ],
}

/** The body is read as JSON whatever its content type; that of a form may be encoded as one. Fields of a form are refused. */
function scanReply(
  request: SandboxRequest,
  run: (request: SandboxRequest, body: ScanRequest) => Reply,
): Reply {
  try {
    return run(request, parseScanRequest(jsonText(request)))
  } catch (thrown) {
    // A body nested deeper than the stack allows.
    const error =
      thrown instanceof RangeError ? new ScanError('Failed to parse body: nested too deep') : thrown
    if (!(error instanceof ScanError)) throw error
    return json(
      { totalCount: 0, error: error.message, ...(error.hasData ? { data: null } : {}) },
      { status: error.status },
    )
  }
}

function jsonText({ headers, body }: SandboxRequest): string {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  if (!isForm || !/^%7B/i.test(body)) return body
  const [[text, value] = ['', '']] = new URLSearchParams(body)
  return value === '' ? text : body
}

function listingScan({ world, params }: SandboxRequest, body: ScanRequest): Reply {
  const market = params.market ?? ''
  if (market === 'options') throw new ScanError('required index "underlying_symbol" is missing from request')
  if (market !== 'global' && classOf(market) === undefined) return notFound
  const table = marketOf(world).table()
  const result = scanListings(table, market, body)
  const data = rowsOf(table, result).map(([s, d]) => ({ s, d }))
  return json({
    totalCount: result.totalCount,
    data,
    ...(result.params === undefined ? {} : { params: result.params }),
  })
}

/** Without rows there is no `symbols`. */
function optionsScan({ world }: SandboxRequest, body: ScanRequest): Reply {
  const { table, result } = scanOptions(marketOf(world), body)
  const symbols = rowsOf(table, result).map(([s, f]) => ({ s, f }))
  return json({
    totalCount: result.totalCount,
    fields: body.columns,
    ...(result.totalCount === 0 ? {} : { symbols }),
    time: `${new Date(world.now()).toISOString().slice(0, 19)}Z`,
  })
}

function rowsOf(table: ScanTable, result: ScanResult): [symbol: string, cells: unknown[]][] {
  return result.rows.map((row) => [table.symbol(row), cellsOf(result, row)])
}

const notFound = text('404 page not found\n', { status: 404 })

function fields({ world, params }: SandboxRequest): Reply {
  const name = params.market ?? ''
  const market = marketOf(world)
  if (name === 'options') return json({ fields: metainfo('options', [], market.table()) })
  if (name === 'global') return json({ fields: metainfo('stock', market.listings.all, market.table()) })
  const fieldClass = classOf(name)
  if (fieldClass === undefined) return notFound
  return json({ fields: metainfo(fieldClass, market.listings.ofMarket(name), market.table()) })
}
