import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestDatabase, testEngines } from '../../test/support/store/test-engines.ts'
import { isFailure } from '../core/errors.ts'
import type { IdempotentRequest } from '../http/accounts.ts'
import { dataReply } from '../http/reply.ts'
import type { Store } from '../store/store.ts'
import { Idempotency } from './idempotency.ts'
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts'
import { identityLedger, type Ledger } from './tables.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: an Idempotency-Key`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let idempotency: Idempotency
    let failNextWrite = false
    const warnings: string[] = []
    before(async () => {
      database = await engine.createDatabase()
      store = await database.openStore()
      const ledger = identityLedger(store.ledger)
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
      const principal = { subject, identityId: subject, credential: 'key' } as const
      return {
        admission: { rateLimit: undefined, principal },
        body,
        idempotencyKey: key,
        nowMs,
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
      assert.deepEqual(replayed, await first)
      assert.equal(runs, 1)
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

    it('can be used again at once when the response is too long to store', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs, text: 'x'.repeat(4 * 1024 * 1024) })
      await idempotency.run(request('long'), 'POST /x', work)
      await idempotency.run(request('long'), 'POST /x', work)
      assert.equal(runs, 2)
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
        new Idempotency({ ledger: identityLedger(store.ledger), hash: changed, onWarning: () => {} })
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

    it('has no effect when it is absent', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      await idempotency.run(request(undefined), 'POST /x', work)
      await idempotency.run(request(undefined), 'POST /x', work)
      assert.equal(runs, 2)
    })
  })
}
