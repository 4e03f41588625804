import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { json, route, type SandboxHost } from '../../../sandbox/host.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

const hourMs = 3_600_000
const rowsMax = 2000
/** The range and the number of rows of every response. */
const sent: { from: string; to: string; rows: number }[] = []
let eventsPerHour = 2

/** Has events in every hour and cuts long lists off, as the real host is said to do. */
const strictHost: SandboxHost = {
  host: 'economic-calendar.tradingview.com',
  routes: [
    route('GET /events', ({ query }) => {
      const from = query.get('from') ?? ''
      const to = query.get('to') ?? ''
      if (from > '2027-03-01') return json({ status: 'error' }, { status: 500 })
      const result = []
      for (let atMs = Date.parse(from); atMs <= Date.parse(to); atMs += hourMs)
        for (let which = 0; which < eventsPerHour; which++) {
          const date = new Date(atMs).toISOString()
          result.push({ id: `${atMs / hourMs}${which}`, title: 'Figure', country: 'US', importance: 0, date })
        }
      const rows = result.slice(0, rowsMax)
      sent.push({ from, to, rows: rows.length })
      return json({ status: 'ok', result: rows })
    }),
  ],
}

describe('the economic calendar of a wide range', () => {
  let fixture: MarketFixture
  before(async () => {
    fixture = await openMarketFixture({ hosts: [strictHost] })
  })
  after(() => fixture[Symbol.asyncDispose]())

  it('is complete although the provider cuts long lists off', async () => {
    const ids = new Set<string>()
    let page = { total: 0, next_offset: 0 as number | null }
    for (let offset: number | null = 0; offset !== null; offset = page.next_offset) {
      const path = `/v1/calendar/economic?from=2026-09-01&to=2026-11-29&limit=1000&offset=${offset}`
      const { status, json, text } = await fixture.get(path)
      assert.equal(status, 200, text)
      for (const { id } of json.data) ids.add(id)
      page = json.meta.page
    }
    const events = 90 * 24 * eventsPerHour
    assert.deepEqual([page.total, ids.size], [events, events])
  })

  it('is requested week by week, without gaps and overlaps', () => {
    // On a slow machine, a week may be asked for again when it is no longer fresh.
    const byStart = new Map(sent.map((week) => [week.from, week]))
    const weeks = [...byStart.values()].sort((a, b) => a.from.localeCompare(b.from)).slice(0, 13)
    assert.equal(weeks.length, 13)
    assert.equal(weeks[0]?.from, '2026-09-01T00:00:00.000Z')
    assert.equal(weeks.at(-1)?.to, '2026-11-29T23:59:59.999Z')
    for (const [at, { from }] of weeks.entries())
      if (at > 0) assert.equal(Date.parse(from) - Date.parse(weeks[at - 1]?.to ?? ''), 1)
    assert.ok(weeks.every(({ rows }) => rows < rowsMax))
  })

  it('has an ETag, and comes from the cache the second time', async () => {
    const path = '/v1/calendar/economic?from=2026-06-01&to=2026-06-20'
    const first = await fixture.get(path)
    const requests = sent.length
    const second = await fixture.get(path)
    assert.deepEqual([first.json.meta.cache.status, second.json.meta.cache.status], ['miss', 'hit'])
    assert.equal(first.headers.get('etag'), second.headers.get('etag'))
    assert.equal(sent.length, requests)
  })

  it('fails as a whole if one week fails', async () => {
    const { status, json } = await fixture.get('/v1/calendar/economic?from=2027-02-15&to=2027-03-20')
    assert.deepEqual([status, json.error.code], [503, 'upstream_unavailable'])
  })

  it('has no total if a single week is cut off', async () => {
    eventsPerHour = 20
    const { json } = await fixture.get('/v1/calendar/economic?from=2026-04-01&to=2026-04-20')
    assert.equal(json.meta.page.total, null)
  })

  it('is one request for the default range', async () => {
    const requests = sent.length
    assert.equal((await fixture.get('/v1/calendar/economic')).status, 200)
    assert.equal(sent.length, requests + 1)
  })
})
