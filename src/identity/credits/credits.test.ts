import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { assertError, openIdentityFixture } from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { isFailure } from '../../core/errors.ts'
import { anonymous as nobody, type Principal } from '../../http/access-control.ts'
import type { Store } from '../../store/store.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import { identityLedger, type Ledger } from '../tables.ts'
import { Credits, type HeldCharge, type RequestCharge } from './credits.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: credits`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let ledger: Ledger
    let clock: FakeClock
    let credits: Credits
    let principalCount = 0
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
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
      await database[Symbol.asyncDispose]()
    })

    function newPrincipal(): Principal {
      principalCount += 1
      return {
        ...nobody,
        subject: `id_${principalCount}`,
        identityId: `id_${principalCount}`,
        credential: 'key',
      }
    }

    function order(principal: Principal, amount: number, requestId: string): RequestCharge {
      return { principal, credits: amount, requestId, route: 'POST /v1/x', usecase: 'test' }
    }

    async function hold(charge: RequestCharge): Promise<HeldCharge> {
      const held = await credits.hold(charge)
      assert.ok(held)
      return held
    }

    async function commit(held: HeldCharge): Promise<void> {
      await ledger.transaction((tx) => held.commit(tx))
    }

    async function assertConsistent(principal: Principal): Promise<void> {
      const { available, used } = await credits.balance(principal)
      const entries = await ledger.read
        .selectFrom('credit_entry')
        .selectAll()
        .where('subject', '=', principal.subject)
        .where('kind', '=', 'charge')
        .where('state', '!=', 'refunded')
        .execute()
      const charged = entries.reduce((sum, entry) => sum + entry.credits, 0)
      const { used_of_grants } = await credits.balance(principal)
      assert.equal(charged, used + used_of_grants)
      assert.ok(available >= 0)
    }

    it('are charged exactly by 200 concurrent requests, and never go below zero', async () => {
      const principal = newPrincipal()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, (_, n) => credits.hold(order(principal, 3, `request-${n}`))),
      )
      const taken = outcomes.filter(({ status }) => status === 'fulfilled').length
      assert.equal(taken, 33)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.ok(isFailure(outcome.reason, 'insufficient_credits'))
      }
      assert.equal((await credits.balance(principal)).available, 1)
      await assertConsistent(principal)
    })

    it('are charged for every request, whatever id the caller chose for it', async () => {
      const principal = newPrincipal()
      const charges = await Promise.all(
        Array.from({ length: 9 }, () => hold(order(principal, 10, 'the-same-request'))),
      )
      assert.equal((await credits.balance(principal)).used, 90)
      await Promise.all(charges.slice(1).map(commit))
      await charges[0]?.refund()
      assert.equal((await credits.balance(principal)).used, 80)
      await assertConsistent(principal)
    })

    it('that are held under an Idempotency-Key are taken over by a repeat, and the first cannot commit', async () => {
      const principal = newPrincipal()
      const charge = { ...order(principal, 60, 'first'), claimName: `claim of ${principal.subject}` }
      const first = await hold(charge)
      const second = await hold({ ...charge, credits: 70, requestId: 'second' })
      assert.equal((await credits.balance(principal)).used, 70)
      await assert.rejects(commit(first), (error) => isFailure(error, 'deadline_exceeded'))
      await first.refund()
      await commit(second)
      assert.equal((await credits.balance(principal)).used, 70)
      // Once it is charged, the name is free: the stored response may have expired.
      await commit(await hold({ ...charge, credits: 30 }))
      assert.equal((await credits.balance(principal)).used, 100)
      await assertConsistent(principal)
    })

    it('are exact when refunds and charges of one account meet', async () => {
      const principal = newPrincipal()
      await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const held = await hold(order(principal, 1, `${n}`))
          if (n % 3 === 0) await commit(held)
          else await held.refund()
        }),
      )
      assert.equal((await credits.balance(principal)).used, 20)
      await assertConsistent(principal)
    })

    it('that were returned to the caller cannot be committed any more', async () => {
      const principal = newPrincipal()
      const held = await hold(order(principal, 10, 'slow'))
      clock.advance(6 * 60_000)
      await credits.refundAbandoned()
      await assert.rejects(commit(held), (error) => isFailure(error, 'deadline_exceeded'))
      assert.equal((await credits.balance(principal)).used, 0)
    })

    it('must be non-negative integers', async () => {
      const principal = newPrincipal()
      for (const amount of [-1, 0.5, Number.NaN])
        await assert.rejects(credits.hold(order(principal, amount, `${amount}`)), TypeError)
      assert.equal((await credits.balance(principal)).available, 100)
    })

    it('are refunded once when the request fails, even if they were committed', async () => {
      const principal = newPrincipal()
      const held = await hold(order(principal, 40, 'failing'))
      await Promise.all([held.refund(), held.refund(), held.refund()])
      assert.equal((await credits.balance(principal)).used, 0)
      const again = await hold(order(principal, 40, 'failing'))
      await commit(again)
      await credits.refundAbandoned()
      assert.equal((await credits.balance(principal)).used, 40)
      await Promise.all([again.refund(), again.refund()])
      assert.equal((await credits.balance(principal)).used, 0)
      await assertConsistent(principal)
    })

    it('are refunded when the process died', async () => {
      const principal = newPrincipal()
      await credits.hold(order(principal, 25, 'never-settled'))
      clock.advance(4 * 60_000)
      await credits.refundAbandoned()
      assert.equal((await credits.balance(principal)).used, 25)
      clock.advance(2 * 60_000)
      await credits.refundAbandoned()
      assert.equal((await credits.balance(principal)).used, 0)
    })

    it('are taken from the allowance first, then from grants, and refunded to the same', async () => {
      const principal = newPrincipal()
      await ledger.transaction((tx) => credits.grant(tx, principal.subject, 30, 'a gift'))
      await commit(await hold(order(principal, 90, 'first')))
      const both = await hold(order(principal, 25, 'second'))
      const { used, used_of_grants, available } = await credits.balance(principal)
      assert.deepEqual([used, used_of_grants, available], [100, 15, 15])
      await both.refund()
      assert.equal((await credits.balance(principal)).available, 40)
      await assertConsistent(principal)
    })

    it('that a request does not cost after all are returned, and the rest is charged once', async () => {
      const principal = newPrincipal()
      await ledger.transaction((tx) => credits.grant(tx, principal.subject, 30, 'a gift'))
      const most = await hold(order(principal, 110, 'first'))
      assert.equal((await credits.balance(principal)).available, 20)
      const price = await most.lower(105)
      assert.deepEqual([price.credits, (await credits.balance(principal)).used_of_grants], [105, 5])
      const less = await price.lower(60)
      const { used, used_of_grants, available } = await credits.balance(principal)
      assert.deepEqual([used, used_of_grants, available], [60, 0, 70])
      assert.equal((await less.lower(61)).credits, 60, 'a price is never raised')
      await commit(less)
      await assertConsistent(principal)
      await less.refund()
      await less.lower(1)
      assert.equal((await credits.balance(principal)).available, 130)
    })

    it('renew monthly for an identity and daily for an address; grants stay', async () => {
      const principal = newPrincipal()
      const anonymous = { ...nobody, subject: 'ip:198.51.100.7' }
      await ledger.transaction((tx) => credits.grant(tx, principal.subject, 5, 'a gift'))
      await credits.hold(order(principal, 100, 'all of it'))
      const late = await hold(order(anonymous, 50, 'all of it'))
      await assert.rejects(credits.hold(order(anonymous, 1, 'more')), /costs 1 credits; 0 are left/)
      const { renews_at } = await credits.balance(anonymous)
      assert.equal(renews_at, '2026-11-16T00:00:00.000Z')
      clock.advance(Date.parse(renews_at) - clock.now())
      assert.equal((await credits.balance(anonymous)).available, 50)
      await late.refund()
      assert.equal((await credits.balance(anonymous)).available, 50)
      assert.equal((await credits.balance(principal)).available, 5)
      assert.equal((await credits.balance(principal)).renews_at, '2026-12-01T00:00:00.000Z')
      clock.advance(Date.parse('2026-12-01T00:00:00Z') - clock.now())
      assert.equal((await credits.balance(principal)).available, 105)
      await credits.hold(order(principal, 101, 'next month'))
      const { used, used_of_grants, available } = await credits.balance(principal)
      assert.deepEqual([used, used_of_grants, available], [100, 1, 4])
      await assert.rejects(credits.hold(order(principal, 5, 'too much')), /costs 5 credits; 4 are left/)
    })

    it('renew when a grant is the first entry of a month', async () => {
      const principal = newPrincipal()
      await credits.hold(order(principal, 60, 'last month'))
      clock.advance(31 * 24 * 3_600_000)
      await ledger.transaction((tx) => credits.grant(tx, principal.subject, 5, 'a gift'))
      const { used, available } = await credits.balance(principal)
      assert.deepEqual([used, available], [0, 105])
    })

    it('do not use up a grant when the allowance is lowered below what was used', async () => {
      const principal = newPrincipal()
      await credits.hold(order(principal, 60, 'before'))
      await ledger.transaction((tx) => credits.grant(tx, principal.subject, 10, 'a gift'))
      const fewer = new Credits({
        ledger,
        hash: createKeyedHash('a secret of the tests'),
        allowances: { perDayAnonymous: 50, perMonthIdentified: 40 },
        now: () => clock.now(),
      })
      assert.equal((await fewer.balance(principal)).available, 10)
      await fewer.hold(order(principal, 4, 'after'))
      const { used, used_of_grants, available } = await fewer.balance(principal)
      assert.deepEqual([used, used_of_grants, available], [60, 4, 6])
    })

    it('of addresses of one network are limited together, and returned to it', async () => {
      const ofNetwork = (n: number): Principal => ({
        ...nobody,
        subject: `ip:2001:db8:0:${n}::/64`,
        networks: [{ subject: 'ip:2001:db8::/56', factor: 4 }],
      })
      for (const n of [1, 2, 3]) await credits.hold(order(ofNetwork(n), 50, 'all of it'))
      const last = await hold(order(ofNetwork(4), 50, 'all of it'))
      await assert.rejects(credits.hold(order(ofNetwork(5), 1, 'more')), /costs 1 credits; 0 are left/)
      await (await last.lower(45)).refund()
      await credits.hold(order(ofNetwork(5), 50, 'what was returned'))
      await assert.rejects(credits.hold(order(ofNetwork(6), 1, 'more')), /costs 1 credits; 0 are left/)
      clock.advance(48 * 3_600_000)
    })

    it('of an address are stored under another pseudonym each day', async () => {
      const anonymous = { ...nobody, subject: 'ip:198.51.100.8' }
      const { period } = await credits.balance(anonymous)
      await credits.hold(order(anonymous, 1, 'today'))
      clock.advance(24 * 3_600_000)
      const { period: nextPeriod } = await credits.balance(anonymous)
      await credits.hold(order(anonymous, 1, 'tomorrow'))
      const accounts = await ledger.read
        .selectFrom('credit_account')
        .select(['subject', 'period'])
        .where('period', 'in', [period, nextPeriod])
        .execute()
      assert.deepEqual(accounts.map((account) => account.period).sort(), [period, nextPeriod])
      assert.equal(new Set(accounts.map(({ subject }) => subject)).size, 2)
    })

    it('and limits are shared by all addresses of a mailbox, responses are not', async () => {
      await using server = await openIdentityFixture({ store, clock })
      const callers = []
      for (const email of [
        'pool+1@example.org',
        'pool+2@example.org',
        'pool@example.org',
        'pond@example.org',
      ])
        callers.push({ email, ...(await server.signIn(email)) })
      const send = (key: string, headers = {}) =>
        server.request('POST', '/v1/snapshot', {
          headers: { 'x-api-key': key, ...headers },
          body: { credits: 100 },
        })
      for (const { key } of callers) {
        const { status, headers } = await send(key, { 'idempotency-key': 'the-same' })
        assert.deepEqual([status, headers.get('idempotency-replayed')], [200, null])
      }
      for (const { key, email } of callers) {
        const { headers, json } = await server.request('GET', '/v1/usage', { headers: { 'x-api-key': key } })
        const { identity, credits: balance } = json.data
        assert.deepEqual([identity.email, balance.used], [email, email.startsWith('pool') ? 300 : 100])
        assert.ok(headers.get('ratelimit'))
      }
      const identities = await ledger.read
        .selectFrom('identity')
        .select(['id', 'quota_owner'])
        .where('mailbox', '=', 'pool@example.org')
        .execute()
      assert.equal(identities.length, 3)
      assert.equal(new Set(identities.map(({ quota_owner }) => quota_owner)).size, 1)
    })

    it('are not charged by a refused request: 402 reports what is needed and available', async () => {
      await using server = await openIdentityFixture({ store, clock })
      const { key } = await server.signIn('poor@example.org')
      const headers = { 'x-api-key': key }
      const snapshot = (body: object) => server.request('POST', '/v1/snapshot', { headers, body })
      const refused = await snapshot({ credits: 1001 })
      assertError(refused, 402, 'insufficient_credits')
      assert.deepEqual(
        [refused.json.error.details.needed, refused.json.error.details.available],
        [1001, 1000],
      )
      const good = await snapshot({ credits: 4 })
      assert.deepEqual([good.status, good.json.meta.credits_charged], [200, 4])
      const failed = await snapshot({ credits: 4, fails: true })
      assert.deepEqual([failed.status, failed.json.meta.credits_charged], [500, 0])
      const { json } = await server.request('GET', '/v1/usage', { headers })
      assert.deepEqual([json.data.credits.used, json.data.credits.available], [4, 996])
    })
  })
}
