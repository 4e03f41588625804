import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Type } from 'typebox'
import { CommandLine } from '../../../../test/support/command-line.ts'
import { openTestServer, type TestServer } from '../../../../test/support/server/test-server.ts'
import { Failure } from '../../../core/errors.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

const job = {
  id: 'jp_1',
  title: '=Chef\u001b[31m',
  company: 'Acme, Inc.',
  location: 'Berlin, Germany',
  salary: '70000-88000 / year',
  pay: { min: 70_000, max: 88_000, currency: 'BRL', period: 'year' },
  posted: '2026-11-18',
}

describe('commands that read a running server', () => {
  const queries: Record<string, string> = {}
  let server: TestServer
  let line: CommandLine
  const list = (path: string, rows: Rows): AnyRoute =>
    defineRoute({
      method: 'GET',
      path,
      id: '',
      tag: 'Test',
      summary: '',
      passthrough: true,
      response: { rows: Type.Object({ id: Type.String() }, { additionalProperties: true }) },
      access: 'none',
      cache: 'no-store',
      handle: ({ rawQuery }) => {
        queries[path] = decodeURIComponent(rawQuery.replaceAll('+', ' '))
        if (rawQuery.includes('wrong')) throw new Failure('invalid_request', 'The parameter "q" is wrong.')
        return { rows: rows.map((row) => JSON.stringify(row)) }
      },
    })
  before(async () => {
    line = new CommandLine()
    server = await openTestServer({
      routes: [
        list('/data/job-postings/v1/jobs/search', [job]),
        list('/cinema/v1/movies/search', [{ id: 'mv_1', title: 'Two Left Feet' }]),
        list('/cinema/v1/showtimes/search', [
          {
            id: 'st_1',
            starts_at_local: '2026-11-18T19:30:00+00:00',
            movie: { title: 'Two Left Feet' },
            theater: { name: 'Meridian York' },
            format_tags: ['2d', 'imax'],
            status: 'on_sale',
          },
        ]),
        defineRoute({
          method: 'GET',
          path: '/malformed',
          id: '',
          tag: 'Test',
          summary: '',
          passthrough: true,
          response: { body: Type.Unknown() },
          access: 'none',
          cache: 'no-store',
          handle: () => ({ body: { type: 'application/json', content: '{"data":' } }),
        }),
        list('/market/v1/symbols/search', [{ symbol: 'NASDAQ:AAPL' }]),
        list('/market/v1/quotes', [
          {
            symbol: 'NASDAQ:AAPL',
            description: 'Apple Inc.',
            last: 272.05,
            change_percent: -1.24,
            volume: 31807.244399999992,
          },
        ]),
      ],
    })
  })
  after(async () => {
    line[Symbol.dispose]()
    await server[Symbol.asyncDispose]()
  })
  const run = (...args: string[]) => line.runHere(args, { BROADSHEET_URL: `${server.origin}/` })

  it('search: postings as a table, as JSON and as CSV that no spreadsheet runs', async () => {
    const { code, stdout, stderr } = await run('search', 'senior', 'chef', '--country', 'DE', '--remote')
    assert.equal(code, 0, stderr)
    assert.match(
      queries['/data/job-postings/v1/jobs/search'] ?? '',
      /q=senior chef&.*country=DE.*Remote|Remote.*country=DE/,
    )
    assert.match(
      stdout,
      /^TITLE +COMPANY +PLACE +PAY +POSTED +ID\n=Chef \[31m +Acme, Inc\. +Berlin, Germany +BRL 70000-88000 \/ year/,
    )
    assert.deepEqual(JSON.parse((await run('search', 'chef', '--json')).stdout), [job])
    assert.match((await run('search', 'chef', '--csv')).stdout, /\n'=Chef.*,"Acme, Inc\."/)
    assert.equal((await run('search', 'chef', '--csv', '--json')).code, 2)
    assert.equal((await run('search', 'chef', '--limit', '0')).code, 2)
    assert.equal((await run('search')).code, 2)
  })

  it('showtimes: by the title of a movie, tonight or from now on', async () => {
    const { code, stdout, stderr } = await run(
      'showtimes',
      '--near',
      'York',
      '--movie',
      'two left',
      '--tonight',
    )
    assert.equal(code, 0, stderr)
    assert.match(stdout, /\n2026-11-18 19:30 +Two Left Feet +Meridian York +2d imax +on_sale +st_1/)
    const query = queries['/cinema/v1/showtimes/search'] ?? ''
    for (const part of [/near=York/, /movie_id=mv_1/, /from=\d{4}-/, /to=\d{4}-/]) assert.match(query, part)
    assert.equal((await run('showtimes', '--tonight', '--date', '2026-11-18')).code, 2)
    await run('showtimes', '--near', 'York')
    assert.match(queries['/cinema/v1/showtimes/search'] ?? '', /from=\d{4}-/)
  })

  it('quote: a ticker is looked up first', async () => {
    const { stdout } = await run('quote', 'AAPL', 'BINANCE:BTCUSDT')
    assert.match(stdout, /\nNASDAQ:AAPL +Apple Inc\. +272\.05/)
    assert.equal(queries['/market/v1/quotes'], 'symbols=NASDAQ:AAPL,BINANCE:BTCUSDT')
    assert.match(
      (await run('quote', 'AAPL', '--csv')).stdout,
      /\nNASDAQ:AAPL,Apple Inc\.,272\.05,,-1\.24,31807\.2444,/,
    )
  })

  it('get: the response to any path of the server, and of no other', async () => {
    const { stdout } = await run('get', '/market/v1/quotes?symbols=x')
    assert.equal(JSON.parse(stdout).data[0].last, 272.05)
    assert.match((await run('get', '/market/v1/quotes', '--csv')).stdout, /^id/)
    for (const path of ['market', '//evil.example/', 'http://evil.example/'])
      assert.equal((await run('get', path)).code, 2, path)
    const missing = await run('get', '/nothing')
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /404[\s\S]*not_found/)
    const malformed = await run('get', '/malformed')
    assert.equal(malformed.code, 1)
    assert.match(malformed.stderr, /^The server responded with status 200 and a body that is not JSON\./)
  })

  it('say what the server refuses, or that it does not answer', async () => {
    const refused = await run('search', 'wrong')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /The parameter "q" is wrong/)
    assert.doesNotMatch(refused.stderr, /\n +at /)
    const env = { BROADSHEET_URL: 'http://127.0.0.1:1' }
    for (const args of [
      ['get', '/'],
      ['search', 'x'],
    ]) {
      const { code, stderr } = await line.runHere(args, env)
      assert.equal(code, 1)
      assert.match(stderr, /http:\/\/127\.0\.0\.1:1/)
      assert.doesNotMatch(stderr, /fetch failed/)
    }
    for (const BROADSHEET_URL of ['nonsense', `${server.origin}/data`, `${server.origin}/?a=1`])
      assert.equal((await line.runHere(['get', '/'], { BROADSHEET_URL })).code, 2, BROADSHEET_URL)
  })
})
