import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { json, route, type SandboxHost } from '../../../sandbox/host.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { costLimits } from '../../../src/services/market/gateway/upstream-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { byApiKey } from '../../support/server/by-api-key.ts'

const host = 'scanner.tradingview.com'
const path = '/v1/screeners/america/search?columns=name&limit=1'

/** One attempt per request, so that requests can be counted. */
async function openFixture(
  hosts?: readonly SandboxHost[],
): Promise<{ fixture: MarketFixture; clock: FakeClock; settled: () => Promise<void> }> {
  const clock = new FakeClock()
  let ended = 0
  const fixture = await openMarketFixture({
    clock,
    outbound: { attemptsMax: 1, events: { ...silentEvents, upstreamCall: () => void ended++ } },
    ...(hosts ? { hosts } : {}),
  })
  /** Waits for a background refresh: in turns of the loop, in which it proceeds on a slow machine too. */
  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < 50; quiet = ended < fixture.sandbox.requests.list().length ? 0 : quiet + 1)
      await turn()
  }
  return { fixture, clock, settled }
}

function requestsOf(fixture: MarketFixture): number {
  return fixture.sandbox.requests.list(host).length
}

/** A stale response is reused for a second before the next lookup. */
async function untilFresh(fixture: MarketFixture, clock: FakeClock): Promise<void> {
  while ((await fixture.get(path)).json.meta.cache.status !== 'hit') {
    await turn()
    clock.advance(1000)
  }
}

describe('market provider that fails', () => {
  it('hangs: 504 after the deadline of its cost class', async () => {
    const { fixture, clock } = await openFixture()
    await using _ = fixture
    fixture.sandbox.faults.set({ kind: 'hang', host })
    const answer = fixture.get(path)
    while (requestsOf(fixture) === 0) await turn()
    clock.advance(costLimits.normal.deadlineMs)
    const { status, json: body, headers } = await answer
    assert.deepEqual([status, body.error.code], [504, 'upstream_timeout'])
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  const kinds: readonly [what: string, fault: object, status: number, code: string][] = [
    ['breaks the connection off', { kind: 'reset', when: 'before' }, 503, 'upstream_unavailable'],
    ['breaks off in the middle of its answer', { kind: 'reset', when: 'body' }, 503, 'upstream_unavailable'],
    ['sends half an answer', { kind: 'truncate', share: 0.5 }, 503, 'upstream_unavailable'],
    ['answers with 500', { kind: 'status', status: 500 }, 503, 'upstream_unavailable'],
    ['asks to slow down', { kind: 'status', status: 429, retryAfterSeconds: 4 }, 503, 'upstream_unavailable'],
    ['refuses', { kind: 'status', status: 403 }, 502, 'upstream_refused'],
    ['answers with a page and 200', { kind: 'html' }, 502, 'upstream_refused'],
    ['answers with an error and 200', { kind: 'lie' }, 503, 'upstream_unavailable'],
    ['answers with another shape', { kind: 'wrong-shape' }, 502, 'upstream_changed'],
  ]
  for (const [what, fault, status, code] of kinds) {
    it(`${what}: ${status} ${code}, cached for five seconds`, async () => {
      const { fixture, clock } = await openFixture()
      await using _ = fixture
      fixture.sandbox.faults.set({ ...fault, host, times: 1 } as never)
      const failed = await fixture.get(path)
      assert.deepEqual([failed.status, failed.json.error.code], [status, code], failed.text)
      assert.equal(failed.headers.get('cache-control'), 'no-store')
      clock.advance(5000)
      assert.equal((await fixture.get(path)).status, 200)
    })
  }

  it('floods: a response above the limit is rejected without reading the rest', async () => {
    let sent = 0
    const flooding: SandboxHost = {
      host,
      routes: [
        route('POST /{market}/scan', () => ({
          headers: { 'content-type': 'application/json' },
          body: (async function* () {
            yield '{"totalCount":1,"data":["'
            for (;;) {
              sent += 1_048_576
              yield 'x'.repeat(1_048_576)
            }
          })(),
        })),
      ],
    }
    const { fixture } = await openFixture([flooding])
    await using _ = fixture
    const { status, json: body } = await fixture.get(path)
    assert.deepEqual([status, body.error.code], [502, 'upstream_changed'])
    assert.ok(sent < 4 * costLimits.normal.bytesMax)
  })

  it('leaks no internal messages', async () => {
    const secret = 'stack trace at /srv/provider/secret.py line 7'
    const leaking: SandboxHost = {
      host,
      routes: [route('POST /{market}/scan', () => json({ error: { code: 'boom', message: secret } }))],
    }
    const { fixture } = await openFixture([leaking])
    await using _ = fixture
    const { text } = await fixture.get(path)
    assert.ok(!text.includes('secret.py'))
  })

  it('requires another origin: 502 upstream_refused', async () => {
    await using fixture = await openMarketFixture({ origin: null })
    const { status, json: body } = await fixture.get('/v1/symbols/search?q=apple')
    assert.deepEqual([status, body.error.code], [502, 'upstream_refused'])
    assert.deepEqual(body.error.details, { setting: 'MARKET_ORIGIN', routes_affected: 8 })
    const { json } = await fixture.get('/v1/catalog')
    const refusing = json.upstreams.filter(({ is_ready }: { is_ready: boolean }) => !is_ready)
    assert.deepEqual(
      refusing.map(({ families, requires }: { families: string[]; requires: string[] }) => [
        families,
        requires,
      ]),
      [['search'], ['news'], ['calendar'], ['socket']].map((families) => [families, ['origin', 'consent']]),
    )
  })
})

describe('slow market provider', () => {
  it('is reflected in the age of the response', async () => {
    const clock = new FakeClock()
    const slow: SandboxHost = {
      host,
      routes: [
        route('POST /america/scan', () => {
          clock.advance(700)
          return json({ totalCount: 1, data: [{ s: 'NASDAQ:AAPL', d: ['AAPL'] }] })
        }),
      ],
    }
    await using fixture = await openMarketFixture({ clock, hosts: [slow] })
    const { meta } = (await fixture.get(path)).json
    assert.equal(meta.generated_at, meta.cache.fetched_at)
  })
})

describe('an unknown symbol', () => {
  it('is verified again after five seconds, a known one only when its scan expires', async () => {
    let isListed = false
    const scanner: SandboxHost = {
      host,
      routes: [
        route('POST /options/scan2', () => json({ totalCount: 0 })),
        route('POST /global/scan', () => {
          return json(
            isListed ? { totalCount: 1, data: [{ s: 'NASDAQ:NEW', d: ['NEW'] }] } : { totalCount: 0 },
          )
        }),
      ],
    }
    const { fixture, clock } = await openFixture([scanner])
    await using _ = fixture
    const chain = '/v1/options/NASDAQ:NEW/chain'
    assert.equal((await fixture.get(chain)).json.error?.code, 'unknown_symbol')
    isListed = true
    clock.advance(4999)
    assert.equal((await fixture.get(chain)).json.error?.code, 'unknown_symbol')
    assert.equal(requestsOf(fixture), 2)
    clock.advance(1)
    assert.deepEqual((await fixture.get(chain)).json.data, [])
    clock.advance(200_000)
    assert.deepEqual((await fixture.get(chain)).json.data, [])
    assert.equal(requestsOf(fixture), 3)
  })
})

describe('market provider that is down for ten minutes', () => {
  it('costs only freshness and one probe per interval', async () => {
    const { fixture, clock, settled } = await openFixture()
    await using _ = fixture
    assert.equal((await fixture.get(path)).status, 200)
    fixture.sandbox.faults.set({ kind: 'status', host, status: 503 })
    clock.advance(300_001)
    const before = requestsOf(fixture)
    for (let second = 0; second < 600; second += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.get(path)))
      for (const { status, json: body, headers } of answers) {
        assert.equal(status, 200)
        assert.equal(body.meta.cache.status, 'stale')
        assert.match(headers.get('cache-status') ?? '', /detail=stale/)
      }
      await settled()
      clock.advance(10_000)
    }
    // Five failures close the host; after that one probe in thirty seconds.
    const probes = requestsOf(fixture) - before
    assert.ok(probes >= 20 && probes <= 5 + 600 / 30 + 1, `${probes} requests`)

    fixture.sandbox.faults.clear()
    clock.advance(30_000)
    await fixture.get(path)
    await untilFresh(fixture, clock)
    assert.equal((await fixture.get(path)).json.meta.cache.status, 'hit')
  })

  it('is logged once a minute per contract', async () => {
    const { fixture, clock, settled } = await openFixture()
    await using _ = fixture
    await fixture.get(path)
    await fixture.get(`${path}&offset=1`)
    fixture.sandbox.faults.set({ kind: 'status', host, status: 503 })
    clock.advance(300_001)
    await fixture.get(path)
    while (fixture.warnings.length === 0) await turn()
    await fixture.get(`${path}&offset=1`)
    while (requestsOf(fixture) < 4) await turn()
    await settled()
    assert.equal(fixture.warnings.length, 1)
    assert.match(fixture.warnings[0] ?? '', /^Serving stale responses for scanner\.scan; /)
    clock.advance(60_000)
    await fixture.get(path)
    while (fixture.warnings.length === 1) await turn()
    assert.equal(fixture.warnings.length, 2)
  })

  it('is 503 for uncached requests, without repeated attempts', async () => {
    const { fixture, clock } = await openFixture()
    await using _ = fixture
    fixture.sandbox.faults.set({ kind: 'status', host, status: 503 })
    for (let index = 0; index < 50; index++) {
      const { status, headers } = await fixture.get(
        `/v1/screeners/america/search?columns=name&limit=1&offset=${index}`,
      )
      assert.equal(status, 503)
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    assert.equal(requestsOf(fixture), 5)
    fixture.sandbox.faults.clear()
    clock.advance(30_000)
    assert.equal((await fixture.get(path)).status, 200)
  })

  it('is 503 once the stale bound passes, and recovers at once', async () => {
    const { fixture, clock, settled } = await openFixture()
    await using _ = fixture
    assert.equal((await fixture.get(path)).status, 200)
    fixture.sandbox.faults.set({ kind: 'reset', host, when: 'before' })
    clock.advance(3_900_000)
    assert.equal((await fixture.get(path)).json.meta.cache.status, 'stale')
    await settled()
    clock.advance(5001)
    assert.equal((await fixture.get(path)).status, 503)
    fixture.sandbox.faults.clear()
    clock.advance(5001)
    assert.equal((await fixture.get(path)).json.meta.cache.status, 'miss')
  })
})

describe('a thousand concurrent callers', () => {
  it('are one request to the provider', async () => {
    await using fixture = await openMarketFixture({ accessControl: byApiKey })
    fixture.sandbox.faults.set({ kind: 'latency', host, ms: 300 })
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, caller) => fixture.get(path, { 'x-api-key': `${caller}` })),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(requestsOf(fixture), 1)
  })
})
