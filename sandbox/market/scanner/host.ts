/** The host of the scanner: scans over listings and options, lists of columns, and single symbols. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../../host.ts'
import { marketOf } from '../market.ts'
import { scanOptions } from '../options/options-table.ts'
import { cellOf, type ScanTable } from './column.ts'
import { scanListings } from './listing-scan.ts'
import { classOf, hasColumn } from './markets.ts'
import { metainfo } from './metainfo.ts'
import { cellsOf, type ScanResult } from './scan.ts'
import { ScanError } from './scan-error.ts'
import { parseScanRequest, type ScanRequest } from './scan-request.ts'

export const scannerHost: SandboxHost = {
  host: 'scanner.tradingview.com',
  routes: [
    route('POST /options/scan2', (request) => answer(request, optionsScan2)),
    route('POST /global/scan', (request) =>
      answer(request, (_, body) => listingScan(request, 'global', body)),
    ),
    route('POST /{market}/scan', (request) =>
      answer(request, (_, body) => listingScan(request, request.params.market ?? '', body)),
    ),
    route('POST /{market}/scan2', (request) =>
      answer(request, (_, body) => listingScan2(request, request.params.market, body)),
    ),
    route('GET /{market}/metainfo', (request) => fields(request, request.params.market ?? '')),
    route('POST /{market}/metainfo', (request) => fields(request, request.params.market)),
    route('GET /symbol', symbolFields),
  ],
}

/** The body is JSON whatever its label says. */
function answer(request: SandboxRequest, run: (request: SandboxRequest, body: ScanRequest) => Reply): Reply {
  try {
    return run(request, parseScanRequest(request.body))
  } catch (thrown) {
    // What nests deeper than the stack goes cannot even be named in a refusal.
    const error =
      thrown instanceof RangeError ? new ScanError('Failed to parse body: it nests too deep') : thrown
    if (!(error instanceof ScanError)) throw error
    return json(
      { totalCount: 0, error: error.message, ...(error.hasData ? { data: null } : {}) },
      { status: error.status },
    )
  }
}

function listingScan({ world }: SandboxRequest, market: string, body: ScanRequest): Reply {
  if (market === 'options') throw new ScanError('required index "underlying_symbol" is missing from request')
  if (market !== 'global' && classOf(market) === undefined) return notFound
  const table = marketOf(world).table()
  const result = scanListings(table, market, body)
  const params = result.params === undefined ? '' : `,"params":${JSON.stringify(result.params)}`
  return rowsReply(table, result, `{"totalCount":${result.totalCount},"data":[`, 'd', `]${params}}`)
}

function listingScan2({ world }: SandboxRequest, market: string, body: ScanRequest): Reply {
  if (market !== 'global' && classOf(market) === undefined) return notFound
  const table = marketOf(world).table()
  return scan2Reply(table, scanListings(table, market, body), body.columns, world.now())
}

function optionsScan2({ world }: SandboxRequest, body: ScanRequest): Reply {
  const { table, result } = scanOptions(marketOf(world), body)
  return scan2Reply(table, result, body.columns, world.now())
}

/** Where nothing was found there is no `symbols`. */
function scan2Reply(table: ScanTable, result: ScanResult, columns: readonly string[], nowMs: number): Reply {
  const fieldsText = JSON.stringify(columns)
  const time = `"time":"${new Date(nowMs).toISOString().slice(0, 19)}Z"`
  if (result.totalCount === 0) {
    return jsonText(`{"totalCount":0,"fields":${fieldsText},${time}}`)
  }
  const head = `{"totalCount":${result.totalCount},"fields":${fieldsText},"symbols":[`
  return rowsReply(table, result, head, 'f', `],${time}}`)
}

/** Rows written in one piece are held in memory twice; beyond this many they go out one by one. */
const rowsAtOnce = 6_000

function rowsReply(table: ScanTable, result: ScanResult, head: string, key: 'd' | 'f', tail: string): Reply {
  const { rows } = result
  const rowText = (row: number) =>
    `{"s":${JSON.stringify(table.symbol(row))},"${key}":${JSON.stringify(cellsOf(result, row))}}`
  if (rows.length <= rowsAtOnce) return jsonText(`${head}${rows.map(rowText).join(',')}${tail}`)
  return { headers: jsonHeaders, body: inPieces() }

  async function* inPieces(): AsyncGenerator<string> {
    yield head
    for (let from = 0; from < rows.length; from += 500) {
      const piece = rows
        .slice(from, from + 500)
        .map(rowText)
        .join(',')
      yield from === 0 ? piece : `,${piece}`
    }
    yield tail
  }
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

function jsonText(body: string): Reply {
  return { headers: jsonHeaders, body }
}

const notFound = text('404 page not found\n', { status: 404 })

function fields({ world }: SandboxRequest, market: string): Reply {
  const { listings, table } = tableOf(world)
  if (market === 'options') return json({ fields: metainfo('options', [], table) })
  if (market === 'global') return json({ fields: metainfo('stock', listings.all, table) })
  const fieldClass = classOf(market)
  if (fieldClass === undefined) return notFound
  return json({ fields: metainfo(fieldClass, listings.ofMarket(market), table) })
}

function tableOf(world: SandboxRequest['world']) {
  const market = marketOf(world)
  return { listings: market.listings, table: market.table() }
}

/** One symbol, its columns by name. */
function symbolFields({ world, query }: SandboxRequest): Reply {
  const { listings, table } = tableOf(world)
  const listing = listings.find(query.get('symbol') ?? '')
  if (listing === undefined) {
    return query.get('no_404') === 'true' ? json({}) : json({ error: 'symbol_not_exists' }, { status: 404 })
  }
  const names = (query.get('fields') ?? 'close').split(',').slice(0, 200)
  const cells = names
    .filter((name) => hasColumn([listing.venue.market], name))
    .map((name) => {
      const column = table.column(name)
      return [name, column === undefined ? null : cellOf(column, listing.row)]
    })
  return json(Object.fromEntries(cells))
}
