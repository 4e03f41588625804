/** Published clients of the provider, unchanged: sockets against the simulated provider, scans through the raw route. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { noCoverage } from '../../support/cli-runner.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

const program = join(import.meta.dirname, '../../support/programs/published-clients.ts')

let fixture: MarketFixture
let lead: Server

before(async () => {
  fixture = await openMarketFixture()
  lead = createServer(async (request, response) => {
    if (request.method === 'GET') {
      // Searches are not about the server either.
      const { port } = new URL(fixture.sandbox.origin)
      const options = { host: '127.0.0.1', port, path: request.url, headers: request.headers }
      get(options, (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers))
      })
      return
    }
    const market = /^\/(\w+)\/scan\b/.exec(request.url ?? '')?.[1]
    const answer = await fetch(`${fixture.origin}/v1/raw/scanner.scan?market=${market}`, {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: await readBody(request),
    })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  // The socket is not part of the server, so its bytes go to the simulated provider as they are.
  lead.on('upgrade', ({ method, url, rawHeaders }, socket) => {
    const target = connect(Number(new URL(fixture.sandbox.origin).port), '127.0.0.1')
    const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
    target.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    target.pipe(socket).pipe(target)
    for (const one of [socket, target]) one.on('error', () => one.destroy())
  })
  await new Promise<void>((resolve) => lead.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  lead.closeAllConnections()
  lead.close()
  await fixture[Symbol.asyncDispose]()
})

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request))
}

const run = promisify(execFile)

async function runClient(name: string): Promise<Record<string, unknown>> {
  const { port } = lead.address() as AddressInfo
  const { stdout } = await run(process.execPath, [program, String(port), name], {
    timeout: 600_000,
    env: { ...process.env, ...noCoverage },
  })
  const [, result = 'null'] = /^result (.*)$/m.exec(stdout) ?? []
  return JSON.parse(result)
}

describe('a published client', { concurrency: 2, timeout: 600_000 }, () => {
  it('@ch99q/twc gets bars and studies, and the reports of years and quarters', async () => {
    const { refusal, ...rest } = await runClient('@ch99q/twc')
    assert.deepEqual(rest, {
      bars: 50,
      modified: 20,
      studies: [
        { points: 50, values: 2 },
        { points: 50, values: 2 },
        { points: 50, values: 4 },
        { points: 50, values: 4 },
      ],
      reports: 52,
      years: 20,
    })
    assert.match(String(refusal), /check study unexpected error/)
  })

  it('@mathieuc/tradingview searches symbols, and replays the past bar by bar until now', async () => {
    const { found, last, ...replay } = await runClient('@mathieuc/tradingview')
    assert.equal(found, 'NASDAQ:AAPL')
    assert.deepEqual(replay, { first: 20, isPast: true, stepped: 3, hasEnded: true })
    // Of 40 minutes and the current one, which may be over by now.
    assert.ok(last === 38 || last === 39, String(last))
  })

  it('tradingview-ws gets bars of several symbols, and none of an unknown one', async () => {
    const { bars, price } = await runClient('tradingview-ws')
    assert.deepEqual(bars, [120, 120, 0])
    assert.ok(Number(price) > 0)
  })

  for (const name of ['tradingview-scraper', 'tradingview-data']) {
    it(`${name} gets a quote`, async () => {
      const { price, description } = await runClient(name)
      assert.ok(Number(price) > 0)
      assert.equal(description, 'Apple Inc.')
    })
  }

  it('tradingview-api-adapter gets quotes, bars and a description', async () => {
    const { price, ...rest } = await runClient('tradingview-api-adapter')
    assert.ok(Number(price) > 0)
    const prices = ['BINANCE:BTCUSDT', 'NASDAQ:MSFT']
    assert.deepEqual(rest, { bars: 100, description: 'Apple Inc.', prices })
  })

  it('tradingview-technical-analysis gets signals through the raw route', async () => {
    const { signals } = await runClient('tradingview-technical-analysis')
    assert.equal((signals as object[]).length, 2)
    assert.match(JSON.stringify(signals), /Recommend\.All":"(STRONG_)?(BUY|SELL|NEUTRAL)/)
  })
})
