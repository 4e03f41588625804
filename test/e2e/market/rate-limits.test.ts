import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCaller, toRouteInfo } from '../../../src/http/access-control.ts'
import { createKey } from '../../../src/identity/credentials/api-keys.ts'
import { ensureIdentity } from '../../../src/identity/credentials/identities.ts'
import { type Identity, noMail, openIdentity } from '../../../src/identity/index.ts'
import { createKeyedHash } from '../../../src/identity/keyed-hash.ts'
import { identityLedger } from '../../../src/identity/tables.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'
import { sqlite } from '../../support/store/test-engines.ts'

/** The table of the index document. */
const anonymous = { perSecond: 40, perMinute: 1200 }
const identified = { perSecond: 2000, perMinute: 30_000 }
const secret = 'a secret of the tests'
const path = '/v1/alerts/status'

interface LimitedFixture extends AsyncDisposable {
  readonly fixture: MarketFixture
  readonly clock: FakeClock
  readonly identity: Identity
  readonly key: string
}

async function openLimitedFixture(): Promise<LimitedFixture> {
  await using stack = new AsyncDisposableStack()
  const clock = new FakeClock()
  const place = stack.use(await sqlite.borrowDatabase())
  const store = stack.use(await place.openStore({ clock }))
  const identity = stack.use(
    await openIdentity({
      store,
      clock,
      secret,
      rates: { anonymous, identified, livePerSecond: 10 },
      allowances: { perDayAnonymous: 50, perMonthIdentified: 1000 },
      keyPrefix: 'bs_live',
      keyLifetimeMs: undefined,
      redis: undefined,
      mail: noMail,
      origin: '',
      onWarning: () => {},
    }),
  )
  const ledger = identityLedger(store.ledger)
  const made = await ledger.transaction(async (tx) => {
    const { id } = await ensureIdentity(ledger, tx, 'reader@example.org', clock.now())
    return await createKey(ledger, tx, createKeyedHash(secret), {
      identityId: id,
      label: undefined,
      prefix: 'bs_live',
      lifetimeMs: undefined,
      nowMs: clock.now(),
    })
  })
  const fixture = stack.use(await openMarketFixture({ clock, accessControl: identity.accessControl }))
  const kept = stack.move()
  return {
    fixture,
    clock,
    identity,
    key: made?.secret ?? '',
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** How many of `count` concurrent requests are allowed, and one rejected response. */
async function load(fixture: MarketFixture, count: number, headers: Record<string, string> = {}) {
  const answers = await Promise.all(Array.from({ length: count }, () => fixture.get(path, headers)))
  return {
    passed: answers.filter(({ status }) => status === 200).length,
    refused: answers.find(({ status }) => status === 429),
  }
}

describe('limits of the market service', () => {
  it('allow an anonymous caller 40 requests a second and 1,200 a minute', async () => {
    await using limited = await openLimitedFixture()
    const { fixture, clock } = limited
    const first = await load(fixture, 60)
    assert.equal(first.passed, anonymous.perSecond)
    assert.equal(first.refused?.json.error.code, 'rate_limited')
    assert.equal(first.refused?.headers.get('retry-after'), '1')
    let passed = first.passed
    for (let second = 1; second < 30; second++) {
      clock.advance(1001)
      passed += (await load(fixture, 41)).passed
    }
    assert.equal(passed, anonymous.perMinute)
    clock.advance(1001)
    const beyond = await load(fixture, 5)
    assert.equal(beyond.passed, 0)
    assert.ok(Number(beyond.refused?.headers.get('retry-after')) > 1)
    clock.advance(Number(beyond.refused?.headers.get('retry-after')) * 1000)
    assert.equal((await fixture.get(path)).status, 200)
  })

  it('allow a key 2,000 requests a second, in either header', async () => {
    await using limited = await openLimitedFixture()
    const { fixture, key } = limited
    let passed = 0
    for (const headers of [{ 'x-service-key': key }, { authorization: `Bearer ${key}` }]) {
      for (let batch = 0; batch < 10; batch++) passed += (await load(fixture, 101, headers)).passed
    }
    assert.equal(passed, identified.perSecond)
  })

  it('allow a key 30,000 requests a minute', async () => {
    await using limited = await openLimitedFixture()
    const { identity, clock, key, fixture } = limited
    const headers = { 'x-service-key': key }
    assert.equal((await fixture.get(path, headers)).status, 200)
    const caller = toCaller({ headers, socket: {} } as never, '127.0.0.1')
    const place = toRouteInfo({ method: 'GET', tag: 'Alerts', access: 'optional' }, path)
    let passed = 1
    for (let second = 0; second < 20; second++) {
      clock.advance(1001)
      for (let count = 0; count < 2000; count++) {
        // From the cache if possible, as the server does.
        const admitted = identity.accessControl.admitSync(caller, 'optional', place, clock.now())
        if (
          admitted ??
          (await identity.accessControl.admit(caller, 'optional', place).catch(() => undefined))
        )
          passed += 1
      }
    }
    assert.equal(passed, identified.perMinute)
    assert.equal((await fixture.get(path, headers)).status, 429)
  })

  it('apply to raw contracts and products alike', async () => {
    await using limited = await openLimitedFixture()
    const { fixture } = limited
    await load(fixture, 40)
    const { status, headers } = await fixture.get('/v1/raw/PriceAlerts.IsAlive')
    assert.equal(status, 429)
    assert.match(headers.get('ratelimit-policy') ?? '', /"second";q=40;w=1, "minute";q=1200;w=60/)
  })

  it('reject a wrong key instead of treating the caller as anonymous', async () => {
    await using limited = await openLimitedFixture()
    const { status, json } = await limited.fixture.get(path, { 'x-service-key': 'bs_live_nobody' })
    assert.deepEqual([status, json.error.code], [401, 'unauthenticated'])
  })
})
