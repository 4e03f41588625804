import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

const weeks = 'from=2026-11-09T00:00:00.000Z&to=2026-11-22T23:59:59.000Z'

interface Row {
  id: string
  title: string
  country: string
  date: string
  importance: number
  actual: number | null
  previous: number | null
  actualRaw: number | null
  scale?: string
}

async function events(query: string): Promise<Row[]> {
  const { json } = await market.ask(`economic-calendar/events?${query}`)
  assert.equal(json.status, 'ok')
  return json.result
}

describe('economic calendar', () => {
  it('has the events of a window in order, with figures for the past alone', async () => {
    const rows = await events(weeks)
    assert.ok(rows.length > 100, String(rows.length))
    const now = new Date(market.clock.now()).toISOString()
    for (const [at, row] of rows.entries()) {
      assert.ok(row.date >= '2026-11-09' && row.date <= '2026-11-23')
      assert.ok(at === 0 || row.date >= (rows[at - 1]?.date ?? ''))
      assert.equal(row.actual === null, row.date > now || row.previous === null)
    }
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  })

  it('repeats the last figure as the previous one', async () => {
    const rows = await events('from=2026-08-01T00:00:00.000Z&to=2026-11-12T00:00:00.000Z&countries=US')
    const claims = rows.filter(({ title }) => title === 'Initial Jobless Claims')
    assert.ok(claims.length > 10)
    for (const [at, claim] of claims.entries()) {
      if (at > 0) assert.equal(claim.previous, claims[at - 1]?.actual)
    }
  })

  it('has full amounts beside scaled ones, and filters by country and importance', async () => {
    const scaled = (await events(weeks)).find(({ scale, actual }) => scale === 'K' && actual !== null)
    assert.equal(scaled?.actualRaw, (scaled?.actual ?? 0) * 1000)
    const rows = await events(`${weeks}&countries=US,DE&minImportance=1`)
    assert.deepEqual([...new Set(rows.map(({ country }) => country))].sort(), ['DE', 'US'])
    assert.ok(rows.every(({ importance }) => importance === 1))
  })

  it('cuts a long list off without a word', async () => {
    const years = 'from=2025-01-01T00:00:00.000Z&to=2026-12-31T23:59:59.000Z'
    assert.equal((await events(years)).length, 2000)
  })

  it('refuses invalid parameters, and other sites with an HTML page', async () => {
    for (const query of ['', 'from=x&to=y', `${weeks}&countries=us`, 'from=2026-11-10&to=2026-11-01']) {
      const { status, json } = await market.ask(`economic-calendar/events?${query}`)
      assert.deepEqual([status, json], [400, { status: 'bad_request' }], query)
    }
    const { status, text } = await market.ask(`economic-calendar/events?${weeks}`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    assert.equal(status, 403)
    assert.match(text, /403 Forbidden/)
  })
})

describe('news agency calendar', () => {
  it('has the same events in its own format', async () => {
    const { json } = await market.ask(`chartevents-reuters/events?${weeks}&currencies=USD`, {
      headers: { origin: '' },
    })
    assert.equal(json.result.length, (await events(`${weeks}&countries=US`)).length)
    assert.match(json.result[0].id, /^\d+ 2026-11-\d\d \d\d:\d\d:\d\d \+0000 UTC /)
  })

  it('answers no_data when there is nothing', async () => {
    for (const query of ['from=2026-11-14T00:00:00Z&to=2026-11-14T00:00:01Z', `${weeks}&countries=us`]) {
      const { status, json } = await market.ask(`chartevents-reuters/events?${query}`)
      assert.deepEqual([status, json], [200, { status: 'no_data' }])
    }
  })
})
