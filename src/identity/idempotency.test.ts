import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { type TestDatabase, testEngines } from '../../test/support/store/test-engines.ts'
import { isFailure } from '../core/errors.ts'
import type { Billing, IdempotentRequest } from '../http/accounts.ts'
import { dataReply, type Reply } from '../http/reply.ts'
import { createLedgerTime } from '../store/coordination/ledger-time.ts'
import type { Store } from '../store/store.ts'
import { Credits } from './credits/credits.ts'
import { Idempotency, replyCharsMax, storedQuota } from './idempotency.ts'
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts'
import { identityLedger, type Ledger } from './tables.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: an Idempotency-Key`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let ledger: Ledger
    let credits: Credits
    let idempotency: Idempotency
    let failNextWrite = false
    /** When the last request was made. */
    let ledgerNow = 0
    const warnings: string[] = []
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      ledger = identityLedger(store.ledger)
      credits = new Credits({
        ledger,
        hash: createKeyedHash('a secret of the tests'),
        allowances: { perDayAnonymous: 50, perMonthIdentified: 100 },
        now: () => 1_000_000,
      })
      idempotency = new Idempotency({
        ledger: Object.create(ledger, {
          transaction: {
            value: ((work, signal) => {
              if (!failNextWrite) return ledger.transaction(work, signal)
              failNextWrite = false
              return Promise.reject(new Error('the database went away'))
            }) satisfies Ledger['transaction'],
          },
        }),
        hash: createKeyedHash('a secret of the tests'),
        credits,
        now: async () => ledgerNow,
        onWarning: (message) => warnings.push(message),
      })
    })
    after(async () => {
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    function request(
      key: string | undefined,
      nowMs = 1_000_000,
      body: unknown = { a: 1 },
      subject = 'id_1',
    ): IdempotentRequest {
      const principal = { subject, networks: [], identityId: subject, credential: 'key' } as const
      ledgerNow = nowMs
      return {
        admission: { rateLimit: undefined, principal },
        body,
        idempotencyKey: key,
        nowMs,
        requestId: 'r-1',
        signal: new AbortController().signal,
      }
    }

    it('is in progress until the first response is ready, which is then replayed', async () => {
      const release = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      let runs = 0
      const work = async () => {
        runs += 1
        entered.resolve()
        await release.promise
        return { ...dataReply({ run: runs }, { credits_charged: 3 }), status: 201 }
      }
      const first = idempotency.run(request('slow'), 'POST /x', work)
      await entered.promise
      await assert.rejects(idempotency.run(request('slow'), 'POST /x', work), (thrown) => {
        return isFailure(thrown, 'request_in_progress') && thrown.retryAfterSeconds === 1
      })
      release.resolve()
      const { headers: _, ...replayed } = await idempotency
        .run(request('slow'), 'POST /x', work)
        .catch(async () => {
          await first
          return await idempotency.run(request('slow'), 'POST /x', work)
        })
      // The repeat costs nothing, and says so.
      assert.deepEqual(replayed, { ...(await first), meta: { credits_charged: 0 } })
      assert.equal(runs, 1)
    })

    it('is counted for the widest network of an anonymous caller', async () => {
      const anonymous = (n: number): IdempotentRequest => {
        const networks = [
          { subject: 'home', factor: 4 },
          { subject: 'site', factor: 0.02 },
        ]
        const principal = { subject: `ip ${n}`, networks, identityId: undefined, credential: 'none' } as const
        return { ...request(`network-${n}`), admission: { rateLimit: undefined, principal } }
      }
      const work = async () => dataReply({})
      for (const n of [1, 2]) await idempotency.run(anonymous(n), 'POST /x', work)
      await assert.rejects(idempotency.run(anonymous(3), 'POST /x', work), (thrown) =>
        isFailure(thrown, 'rate_limited'),
      )
    })

    it('belongs to one caller and one route', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      await idempotency.run(request('own'), 'POST /x', work)
      await idempotency.run(request('own', 1_000_000, { a: 1 }, 'id_2'), 'POST /x', work)
      await idempotency.run(request('own'), 'POST /y', work)
      assert.equal(runs, 3)
    })

    it('can be used again when the work failed, when its process died, and after a day', async () => {
      let runs = 0
      const fail = () => Promise.reject(new Error('no luck'))
      const work = async () => dataReply({ run: ++runs })
      await assert.rejects(idempotency.run(request('again'), 'POST /x', fail), /no luck/)
      await idempotency.run(request('again'), 'POST /x', work)
      assert.equal(runs, 1)
      const entered = Promise.withResolvers<void>()
      void idempotency.run(request('died'), 'POST /x', () => {
        entered.resolve()
        return new Promise(() => {})
      })
      await entered.promise
      await assert.rejects(idempotency.run(request('died', 1_059_999), 'POST /x', work), (thrown) =>
        isFailure(thrown, 'request_in_progress'),
      )
      await idempotency.run(request('died', 1_060_000), 'POST /x', work)
      assert.equal(runs, 2)
      await idempotency.run(request('again', 1_000_000 + 24 * 3_600_000), 'POST /x', work)
      assert.equal(runs, 3)
    })

    it('replays the response for a whole day, and then runs the work again', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      const first = await idempotency.run(request('replayed'), 'POST /x', work)
      for (const afterMs of [1, 60_000, 24 * 3_600_000 - 1]) {
        const { headers, ...again } = await idempotency.run(
          request('replayed', 1_000_000 + afterMs),
          'POST /x',
          work,
        )
        assert.deepEqual([again, headers?.['idempotency-replayed']], [first, 'true'])
      }
      assert.equal(runs, 1)
      await idempotency.run(request('replayed', 1_000_000 + 24 * 3_600_000), 'POST /x', work)
      assert.equal(runs, 2)
    })

    it('stores the response of the current claim, not of one that expired', async () => {
      const release = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      const slow = idempotency.run(request('overtaken'), 'POST /x', async () => {
        entered.resolve()
        await release.promise
        return dataReply({ by: 'the slow one' })
      })
      await entered.promise
      const second = await idempotency.run(request('overtaken', 1_060_000), 'POST /x', async () =>
        dataReply({ by: 'the second' }),
      )
      release.resolve()
      assert.deepEqual(await slow, dataReply({ by: 'the slow one' }))
      const { headers: _, ...replayed } = await idempotency.run(
        request('overtaken', 1_060_001),
        'POST /x',
        () => Promise.reject(new Error('not again')),
      )
      assert.deepEqual(replayed, second)
    })

    async function usedCredits(subject: string): Promise<number> {
      return (await credits.balance({ subject, identityId: subject })).used
    }

    function paid(reply: () => Reply): (billing: Billing) => Promise<Reply> {
      return async (billing) => {
        await billing.charge({ credits: 5, usecase: 'test' })
        return reply()
      }
    }

    it('refuses a response that is too large to store before it is charged', async () => {
      const subject = 'id_large'
      let chunksSent = 0
      async function* endless(): AsyncGenerator<string> {
        for (;;) {
          chunksSent += 1
          yield 'x'.repeat(65_536)
        }
      }
      const large = dataReply({ text: 'x'.repeat(replyCharsMax) })
      for (const reply of [() => large, () => ({ stream: endless() })]) {
        for (let n = 0; n < 3; n += 1) {
          await assert.rejects(
            idempotency.run(request('long', 1_000_000, {}, subject), 'POST /x', paid(reply)),
            (thrown) => isFailure(thrown, 'response_too_large'),
          )
        }
      }
      assert.ok(chunksSent < 300, `${chunksSent} chunks were collected`)
      assert.equal(await usedCredits(subject), 0)
    })

    it('charges its response and stores it together, or neither', async () => {
      const subject = 'id_together'
      const work = paid(() => {
        failNextWrite = true
        return dataReply({ taken: true })
      })
      await assert.rejects(
        idempotency.run(request('paid', 1_000_000, {}, subject), 'POST /x', work),
        /the database went away/,
      )
      assert.equal(await usedCredits(subject), 0)
      const good = paid(() => dataReply({ taken: true }))
      for (const replayed of [undefined, 'true', 'true']) {
        const { headers } = await idempotency.run(request('paid', 1_000_001, {}, subject), 'POST /x', good)
        assert.equal(headers?.['idempotency-replayed'], replayed)
        assert.equal(await usedCredits(subject), 5)
      }
    })

    it('is taken over together with the held charge: the slow first request is neither charged nor sent', async () => {
      const subject = 'id_overtaken'
      const release = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      const slow = idempotency.run(request('paid', 1_000_000, {}, subject), 'POST /x', async (billing) => {
        await billing.charge({ credits: 5, usecase: 'test' })
        entered.resolve()
        await release.promise
        return dataReply({ by: 'the slow one' })
      })
      await entered.promise
      const second = await idempotency.run(
        request('paid', 1_060_000, {}, subject),
        'POST /x',
        paid(() => dataReply({ by: 'the second' })),
      )
      release.resolve()
      await assert.rejects(slow, (thrown) => isFailure(thrown, 'request_in_progress'))
      assert.equal(await usedCredits(subject), 5)
      const { headers: _, ...replayed } = await idempotency.run(
        request('paid', 1_060_001, {}, subject),
        'POST /x',
        () => Promise.reject(new Error('not again')),
      )
      assert.deepEqual(replayed, second)
    })

    it('stores responses compressed, and no more than the quota of the caller, whose oldest expire first', async () => {
      const subject = 'id_hoarder'
      const { bytes: bytesMax, responses: responsesMax } = storedQuota.identity
      const work = async () => dataReply({ text: 'seat,'.repeat(100_000) })
      await idempotency.run(request('first', 1_000_000, {}, subject), 'POST /x', work)
      const { bytes, caller } = await ledger.read
        .selectFrom('idempotent_answer')
        .select(['bytes', 'caller'])
        .orderBy('created_at', 'desc')
        .where('body_hash', '=', createKeyedHash('a secret of the tests')('idempotent body', '{}'))
        .where('bytes', '>', 0)
        .where('answer', 'is not', null)
        .where('caller', '=', createKeyedHash('a secret of the tests')('idempotency caller', subject))
        .executeTakeFirstOrThrow()
      assert.ok(bytes < 10_000, `${bytes} bytes for 500,000 characters`)
      const fill = (values: { bytes: number; count: number }) =>
        ledger.transaction(async (tx) => {
          await tx.deleteFrom('idempotent_answer').where('caller', '=', caller).execute()
          const rows = Array.from({ length: values.count }, (_, n) => ({
            name: `${subject} ${n}`,
            body_hash: '',
            holder: '',
            caller,
            answer: 'x',
            bytes: values.bytes,
            created_at: 1_000_000,
            expires_at: 1_000_000 + 24 * 3_600_000,
          }))
          for (let at = 0; at < rows.length; at += 100)
            await tx
              .insertInto('idempotent_answer')
              .values(rows.slice(at, at + 100))
              .execute()
        })
      const attempt = (nowMs: number) =>
        idempotency.run(
          request('next', nowMs, {}, subject),
          'POST /x',
          paid(() => dataReply({})),
        )
      const isRefused = (seconds: number) => (thrown: unknown) =>
        isFailure(thrown, 'rate_limited') && thrown.retryAfterSeconds === seconds
      for (const full of [
        { bytes: 1, count: responsesMax },
        { bytes: bytesMax, count: 1 },
        { bytes: bytesMax - 10, count: 1 },
      ]) {
        await fill(full)
        await assert.rejects(attempt(1_000_000 + 23 * 3_600_000), isRefused(3600))
        assert.equal(await usedCredits(subject), 0)
      }
      await attempt(1_000_000 + 24 * 3_600_000)
      assert.equal(await usedCredits(subject), 5)
    })

    it('stays claimed when the work is done but its response cannot be stored', async () => {
      let runs = 0
      const work = async () => {
        failNextWrite = true
        return dataReply({ run: ++runs })
      }
      assert.deepEqual(await idempotency.run(request('lost'), 'POST /x', work), dataReply({ run: 1 }))
      assert.deepEqual(warnings, ['could not store a response for repeats: the database went away'])
      await assert.rejects(idempotency.run(request('lost', 1_059_999), 'POST /x', work), (thrown) =>
        isFailure(thrown, 'request_in_progress'),
      )
      assert.equal(runs, 1)
    })

    it('is needed to decrypt its response, and so is the secret of the server', async () => {
      const hash = createKeyedHash('a secret of the tests')
      const withHash = (changed: KeyedHash) =>
        new Idempotency({ ledger, hash: changed, credits, now: async () => ledgerNow, onWarning: () => {} })
      const work = async () => dataReply({ secret: 'of a new key' })
      // Finds the row for any key, as an attacker can who reads the database.
      const anyRow: KeyedHash = (purpose, ...parts) =>
        purpose === 'idempotency' ? 'the row' : hash(purpose, ...parts)
      const otherSecret: KeyedHash = (purpose, ...parts) =>
        purpose === 'seal' ? createKeyedHash('a guess')(purpose, ...parts) : anyRow(purpose, ...parts)
      const { data } = await withHash(anyRow).run(request('mine'), 'POST /x', work)
      await assert.rejects(withHash(anyRow).run(request('guessed'), 'POST /x', work), /authenticate/)
      await assert.rejects(withHash(otherSecret).run(request('mine'), 'POST /x', work), /authenticate/)
      assert.deepEqual((await withHash(anyRow).run(request('mine'), 'POST /x', work)).data, data)
    })

    it('runs the work once on nodes whose clocks are set back and forward or are far apart', async () => {
      const hash = createKeyedHash('a secret of the tests')
      for (const stepMs of [-3_600_000, 3_600_000, 40 * 86_400_000]) {
        const clocks = [new FakeClock(), new FakeClock()] as const
        // On SQLite the nodes are processes of one machine, with one clock.
        if (engine.name === 'postgres') clocks[1].stepWallClock(120_000)
        const [first, second] = clocks.map(
          (clock) =>
            new Idempotency({
              ledger,
              hash,
              credits,
              now: createLedgerTime(ledger, clock),
              onWarning: () => {},
            }),
        ) as [Idempotency, Idempotency]
        const release = Promise.withResolvers<void>()
        const entered = Promise.withResolvers<void>()
        let runs = 0
        const work = async () => {
          runs += 1
          entered.resolve()
          await release.promise
          return dataReply({ run: runs })
        }
        const key = `stepped ${stepMs}`.replace(' ', '_')
        const running = first.run(request(key), 'POST /x', work)
        await entered.promise
        for (const clock of clocks) clock.stepWallClock(stepMs)
        for (const node of [first, second]) {
          await assert.rejects(node.run(request(key), 'POST /x', work), (thrown) =>
            isFailure(thrown, 'request_in_progress'),
          )
        }
        release.resolve()
        await running
        for (const node of [first, second])
          assert.equal(
            (await node.run(request(key), 'POST /x', work)).headers?.['idempotency-replayed'],
            'true',
          )
        assert.equal(runs, 1)
      }
    })

    it('is free a minute after a repeat, if its process died before the clock was set back', async () => {
      const entered = Promise.withResolvers<void>()
      void idempotency.run(request('future', 3_600_000), 'POST /x', () => {
        entered.resolve()
        return new Promise(() => {})
      })
      await entered.promise
      const work = async () => dataReply({ done: true })
      for (const at of [1000, 60_999]) {
        await assert.rejects(idempotency.run(request('future', at), 'POST /x', work), (thrown) =>
          isFailure(thrown, 'request_in_progress'),
        )
      }
      assert.deepEqual(
        await idempotency.run(request('future', 61_000), 'POST /x', work),
        dataReply({ done: true }),
      )
    })

    it('has no effect when it is absent', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      await idempotency.run(request(undefined), 'POST /x', work)
      await idempotency.run(request(undefined), 'POST /x', work)
      assert.equal(runs, 2)
    })
  })
}
