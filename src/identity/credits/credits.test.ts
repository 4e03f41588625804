import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, openIdentityFixture } from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { FakeClock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import type { ChargeOrder } from '../../http/accounts.ts'
import type { Store } from '../../store/store.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import { identityLedger, type Ledger } from '../tables.ts'
import { Credits } from './credits.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: credits`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let ledger: Ledger
    let clock: FakeClock
    let credits: Credits
    let people = 0
    before(async () => {
      place = await engine.createDatabase()
      store = await place.openStore()
      ledger = identityLedger(store.ledger)
      clock = new FakeClock('2026-11-15T12:00:00Z')
      credits = new Credits({
        ledger,
        hash: createKeyedHash('a secret of the tests'),
        allowances: { perDayAnonymous: 50, perMonthIdentified: 100 },
        now: () => clock.now(),
      })
    })
    after(async () => {
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    function somebody(): Principal {
      people += 1
      return { subject: `id_${people}`, identityId: `id_${people}`, credential: 'key' }
    }

    function order(who: Principal, amount: number, requestId: string): ChargeOrder {
      return { principal: who, credits: amount, requestId, route: 'POST /v1/x', usecase: 'test' }
    }

    async function assertSound(who: Principal): Promise<void> {
      const { available, used } = await credits.balance(who)
      const entries = await ledger.read
        .selectFrom('credit_entry')
        .selectAll()
        .where('subject', '=', who.subject)
        .where('kind', '=', 'charge')
        .where('state', '!=', 'refunded')
        .execute()
      const charged = entries.reduce((sum, entry) => sum + entry.credits, 0)
      const { used_of_grants } = await credits.balance(who)
      assert.equal(charged, used + used_of_grants)
      assert.ok(available >= 0)
    }

    it('are taken exactly by 200 at once, and never below zero', async () => {
      const who = somebody()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, (_, n) => credits.charge(order(who, 3, `request-${n}`))),
      )
      const taken = outcomes.filter(({ status }) => status === 'fulfilled').length
      assert.equal(taken, 33)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.ok(isFailure(outcome.reason, 'insufficient_credits'))
      }
      assert.equal((await credits.balance(who)).available, 1)
      await assertSound(who)
    })

    it('are taken once for one request, however often and however much at once it comes', async () => {
      const who = somebody()
      const charges = await Promise.all(
        Array.from({ length: 50 }, () => credits.charge(order(who, 10, 'the-same-request'))),
      )
      assert.equal(charges.filter(({ isRepeat }) => !isRepeat).length, 1)
      assert.ok(charges.every((charge) => charge.credits === 10))
      assert.equal((await credits.balance(who)).used, 10)
      await credits.charge({ ...order(who, 10, 'the-same-request'), fingerprint: 'another body' })
      await credits.charge({ ...order(who, 10, 'the-same-request'), route: 'POST /v1/y' })
      assert.equal((await credits.balance(who)).used, 30)
      clock.advance(10 * 60_000)
      await credits.charge(order(who, 10, 'the-same-request'))
      assert.equal((await credits.balance(who)).used, 40)
      await assertSound(who)
    })

    it('are taken once for one request at whatever minute it is repeated', async () => {
      const who = somebody()
      for (let minute = 0; minute < 10; minute += 1) {
        const requestId = `in minute ${minute}`
        await credits.charge(order(who, 1, requestId))
        clock.advance(10 * 60_000 - 1)
        assert.equal((await credits.charge(order(who, 1, requestId))).isRepeat, true, requestId)
        clock.advance(60_001)
      }
      assert.equal((await credits.balance(who)).used, 10)
    })

    it('are whole numbers, and none is given by charging less than nothing', async () => {
      const who = somebody()
      for (const amount of [-1, 0.5, Number.NaN])
        await assert.rejects(credits.charge(order(who, amount, `${amount}`)), TypeError)
      assert.equal((await credits.balance(who)).available, 100)
    })

    it('come back when the answer fails, once, and the request can then be charged again', async () => {
      const who = somebody()
      const charge = await credits.charge(order(who, 40, 'failing'))
      await Promise.all([charge.refund(), charge.refund(), charge.refund()])
      await charge.commit()
      assert.equal((await credits.balance(who)).used, 0)
      const again = await credits.charge(order(who, 40, 'failing'))
      await again.commit()
      await again.refund()
      assert.equal((await credits.balance(who)).used, 40)
      await assertSound(who)
    })

    it('come back when the process that took them died', async () => {
      const who = somebody()
      await credits.charge(order(who, 25, 'never-answered'))
      clock.advance(4 * 60_000)
      await credits.refundAbandoned()
      assert.equal((await credits.balance(who)).used, 25)
      clock.advance(2 * 60_000)
      await credits.refundAbandoned()
      assert.equal((await credits.balance(who)).used, 0)
    })

    it('are taken from the allowance first and from grants then, and go back where they came from', async () => {
      const who = somebody()
      await ledger.transaction((tx) => credits.grant(tx, who.subject, 30, 'a gift'))
      await (await credits.charge(order(who, 90, 'first'))).commit()
      const both = await credits.charge(order(who, 25, 'second'))
      const { used, used_of_grants, available } = await credits.balance(who)
      assert.deepEqual([used, used_of_grants, available], [100, 15, 15])
      await both.refund()
      assert.equal((await credits.balance(who)).available, 40)
      await assertSound(who)
    })

    it('renew with the month for an identity and with the day for an address; grants stay', async () => {
      const who = somebody()
      const anonymous: Principal = { subject: 'ip:198.51.100.7', identityId: undefined, credential: 'none' }
      await ledger.transaction((tx) => credits.grant(tx, who.subject, 5, 'a gift'))
      await credits.charge(order(who, 100, 'all of it'))
      const late = await credits.charge(order(anonymous, 50, 'all of it'))
      await assert.rejects(credits.charge(order(anonymous, 1, 'more')), /costs 1 credits; 0 are left/)
      const { renews_at } = await credits.balance(anonymous)
      assert.equal(renews_at, '2026-11-16T00:00:00.000Z')
      clock.advance(Date.parse(renews_at) - clock.now())
      assert.equal((await credits.balance(anonymous)).available, 50)
      await late.refund()
      assert.equal((await credits.balance(anonymous)).available, 50)
      assert.equal((await credits.balance(who)).available, 5)
      assert.equal((await credits.balance(who)).renews_at, '2026-12-01T00:00:00.000Z')
      clock.advance(Date.parse('2026-12-01T00:00:00Z') - clock.now())
      assert.equal((await credits.balance(who)).available, 105)
      await credits.charge(order(who, 101, 'next month'))
      const { used, used_of_grants, available } = await credits.balance(who)
      assert.deepEqual([used, used_of_grants, available], [100, 1, 4])
      await assert.rejects(credits.charge(order(who, 5, 'too much')), /costs 5 credits; 4 are left/)
    })

    it('renew also where a grant is the first thing that happens in a month', async () => {
      const who = somebody()
      await credits.charge(order(who, 60, 'last month'))
      clock.advance(31 * 24 * 3_600_000)
      await ledger.transaction((tx) => credits.grant(tx, who.subject, 5, 'a gift'))
      const { used, available } = await credits.balance(who)
      assert.deepEqual([used, available], [0, 105])
    })

    it('leave a grant whole when the allowance is lowered below what was used', async () => {
      const who = somebody()
      await credits.charge(order(who, 60, 'before'))
      await ledger.transaction((tx) => credits.grant(tx, who.subject, 10, 'a gift'))
      const fewer = new Credits({
        ledger,
        hash: createKeyedHash('a secret of the tests'),
        allowances: { perDayAnonymous: 50, perMonthIdentified: 40 },
        now: () => clock.now(),
      })
      assert.equal((await fewer.balance(who)).available, 10)
      await fewer.charge(order(who, 4, 'after'))
      const { used, used_of_grants, available } = await fewer.balance(who)
      assert.deepEqual([used, used_of_grants, available], [60, 4, 6])
    })

    it('of an address are kept under another name each day, so that nobody can follow it', async () => {
      const anonymous: Principal = { subject: 'ip:198.51.100.8', identityId: undefined, credential: 'none' }
      const { period } = await credits.balance(anonymous)
      await credits.charge(order(anonymous, 1, 'today'))
      clock.advance(24 * 3_600_000)
      const { period: nextPeriod } = await credits.balance(anonymous)
      await credits.charge(order(anonymous, 1, 'tomorrow'))
      const accounts = await ledger.read
        .selectFrom('credit_account')
        .select(['subject', 'period'])
        .where('period', 'in', [period, nextPeriod])
        .execute()
      assert.deepEqual(accounts.map((account) => account.period).sort(), [period, nextPeriod])
      assert.equal(new Set(accounts.map(({ subject }) => subject)).size, 2)
    })

    it('are refused without a trace: 402 names what is needed and what is left', async () => {
      await using server = await openIdentityFixture({ store, clock })
      const { key } = await server.signIn('poor@example.org')
      const headers = { 'x-api-key': key }
      const ask = (body: object) => server.request('POST', '/v1/snapshot', { headers, body })
      const refused = await ask({ credits: 1001 })
      assertError(refused, 402, 'insufficient_credits')
      assert.deepEqual(
        [refused.json.error.details.needed, refused.json.error.details.available],
        [1001, 1000],
      )
      const good = await ask({ credits: 4 })
      assert.deepEqual([good.status, good.json.meta.credits_charged], [200, 4])
      const failed = await ask({ credits: 4, fails: true })
      assert.deepEqual([failed.status, failed.json.meta.credits_charged], [500, 0])
      const { json } = await server.request('GET', '/v1/usage', { headers })
      assert.deepEqual([json.data.credits.used, json.data.credits.available], [4, 996])
    })
  })
}
