import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

const week = 'from=2026-11-09T00:00:00.000Z&to=2026-11-22T23:59:59.000Z'

interface Row {
  id: string
  title: string
  country: string
  date: string
  importance: number
  actual: number | null
  previous: number | null
  forecast: number | null
  actualRaw: number | null
  scale?: string
}

async function events(query: string): Promise<Row[]> {
  const { json } = await market.ask(`economic-calendar/events?${query}`)
  assert.equal(json.status, 'ok')
  return json.result
}

describe('economic calendar', () => {
  it('has all that is due in a window, in order, and what is past has come out', async () => {
    const rows = await events(week)
    assert.ok(rows.length > 100, String(rows.length))
    const now = new Date(market.clock.now()).toISOString()
    for (const [at, row] of rows.entries()) {
      assert.ok(row.date >= '2026-11-09' && row.date <= '2026-11-23')
      assert.ok(at === 0 || row.date >= (rows[at - 1]?.date ?? ''))
      if (row.date > now) assert.equal(row.actual, null)
    }
    const told = rows.filter(({ date, previous }) => date <= now && previous !== null)
    assert.ok(told.length > 20 && told.every(({ actual }) => actual !== null))
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  })

  it('calls previous what came out before', async () => {
    const rows = await events('from=2026-08-01T00:00:00.000Z&to=2026-11-12T00:00:00.000Z&countries=US')
    const claims = rows.filter(({ title }) => title === 'Initial Jobless Claims')
    assert.ok(claims.length > 10)
    for (const [at, claim] of claims.entries()) {
      if (at > 0) assert.equal(claim.previous, claims[at - 1]?.actual)
    }
  })

  it('keeps an event the same from day to day', async () => {
    const narrow = await events('from=2026-11-12T00:00:00.000Z&to=2026-11-13T00:00:00.000Z')
    const wide = await events(week)
    for (const row of narrow)
      assert.deepEqual(
        wide.find(({ id }) => id === row.id),
        row,
      )
  })

  it('tells whole amounts beside scaled ones', async () => {
    const scaled = (await events(week)).find(({ scale, actual }) => scale === 'K' && actual !== null)
    assert.ok(scaled)
    assert.equal(scaled.actualRaw, (scaled.actual ?? 0) * 1000)
  })

  it('narrows by country and importance', async () => {
    const rows = await events(`${week}&countries=US,DE&minImportance=1`)
    assert.deepEqual([...new Set(rows.map(({ country }) => country))].sort(), ['DE', 'US'])
    assert.ok(rows.every(({ importance }) => importance === 1))
  })

  it('refuses what it cannot read, and strangers in HTML', async () => {
    for (const query of [
      '',
      'from=x&to=y',
      `${week}&countries=us`,
      'from=2026-11-10&to=2026-11-01',
      `${week}&minImportance=x`,
      'from=1970-01-01&to=2026-01-01',
    ]) {
      const { status, json } = await market.ask(`economic-calendar/events?${query}`)
      assert.deepEqual([status, json], [400, { status: 'bad_request' }], query)
    }
    const { status, text, headers } = await market.ask(`economic-calendar/events?${week}`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    assert.deepEqual([status, headers['content-type']], [403, 'text/html; charset=utf-8'])
    assert.match(text, /403 Forbidden/)
  })

  it('knows the releases before one', async () => {
    const claim = (await events(`${week}&countries=US`)).find(
      ({ title }) => title === 'Initial Jobless Claims',
    )
    const { json } = await market.ask(`economic-calendar/related_events?eventId=${claim?.id}&countback=4`)
    assert.equal(json.result.length, 5)
    assert.equal(json.result.at(-1).id, claim?.id)
  })
})

describe('news agency calendar', () => {
  it('has the same events in its own words, for anybody', async () => {
    const { json } = await market.ask(`chartevents-reuters/events?${week}&currencies=USD`, {
      headers: { origin: '' },
    })
    assert.equal(json.status, 'ok')
    const own = await events(`${week}&countries=US`)
    assert.equal(json.result.length, own.length)
    const [first] = json.result
    assert.match(first.id, /^\d+ 2026-11-\d\d \d\d:\d\d:\d\d \+0000 UTC /)
    assert.deepEqual(['category' in first, first.comment, first.link], [false, '', ''])
  })

  it('says no_data without a result', async () => {
    for (const query of ['from=2026-11-14T00:00:00Z&to=2026-11-14T00:00:01Z', `${week}&countries=us`]) {
      const { status, json } = await market.ask(`chartevents-reuters/events?${query}`)
      assert.deepEqual([status, json], [200, { status: 'no_data' }])
    }
  })
})
