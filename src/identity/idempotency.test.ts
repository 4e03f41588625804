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
    let place: TestDatabase
    let store: Store
    let idempotency: Idempotency
    let isNextWriteLost = false
    const warnings: string[] = []
    before(async () => {
      place = await engine.createDatabase()
      store = await place.openStore()
      const ledger = identityLedger(store.ledger)
      idempotency = new Idempotency({
        ledger: Object.create(ledger, {
          transaction: {
            value: ((work, signal) => {
              if (!isNextWriteLost) return ledger.transaction(work, signal)
              isNextWriteLost = false
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
      await place[Symbol.asyncDispose]()
    })

    function ask(
      key: string | undefined,
      nowMs = 1_000_000,
      body: unknown = { a: 1 },
      subject = 'id_1',
    ): IdempotentRequest {
      const who = { subject, identityId: subject, credential: 'key' } as const
      return {
        admission: { rateLimit: undefined, principal: who },
        body,
        idempotencyKey: key,
        nowMs,
        signal: new AbortController().signal,
      }
    }

    it('is in progress until the first answer is made, and then that is the answer', async () => {
      const gate = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      let runs = 0
      const work = async () => {
        runs += 1
        entered.resolve()
        await gate.promise
        return { ...dataReply({ run: runs }, { credits_charged: 3 }), status: 201 }
      }
      const first = idempotency.run(ask('slow'), 'POST /x', work)
      await entered.promise
      await assert.rejects(idempotency.run(ask('slow'), 'POST /x', work), (thrown) => {
        return isFailure(thrown, 'request_in_progress') && thrown.retryAfterSeconds === 1
      })
      gate.resolve()
      const { headers: _, ...kept } = await idempotency.run(ask('slow'), 'POST /x', work).catch(async () => {
        await first
        return await idempotency.run(ask('slow'), 'POST /x', work)
      })
      assert.deepEqual(kept, await first)
      assert.equal(runs, 1)
    })

    it('belongs to one caller and one route', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      await idempotency.run(ask('own'), 'POST /x', work)
      await idempotency.run(ask('own', 1_000_000, { a: 1 }, 'id_2'), 'POST /x', work)
      await idempotency.run(ask('own'), 'POST /y', work)
      assert.equal(runs, 3)
    })

    it('is free again when the work fails, when its process died, and after a day', async () => {
      let runs = 0
      const fail = () => Promise.reject(new Error('no luck'))
      const work = async () => dataReply({ run: ++runs })
      await assert.rejects(idempotency.run(ask('again'), 'POST /x', fail), /no luck/)
      await idempotency.run(ask('again'), 'POST /x', work)
      assert.equal(runs, 1)
      const entered = Promise.withResolvers<void>()
      void idempotency.run(ask('died'), 'POST /x', () => {
        entered.resolve()
        return new Promise(() => {})
      })
      await entered.promise
      await assert.rejects(idempotency.run(ask('died', 1_059_999), 'POST /x', work), (thrown) =>
        isFailure(thrown, 'request_in_progress'),
      )
      await idempotency.run(ask('died', 1_060_000), 'POST /x', work)
      assert.equal(runs, 2)
      await idempotency.run(ask('again', 1_000_000 + 24 * 3_600_000), 'POST /x', work)
      assert.equal(runs, 3)
    })

    it('gives the kept answer for a whole day, and then does the work anew', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      const first = await idempotency.run(ask('kept'), 'POST /x', work)
      for (const afterMs of [1, 60_000, 24 * 3_600_000 - 1]) {
        const { headers, ...again } = await idempotency.run(ask('kept', 1_000_000 + afterMs), 'POST /x', work)
        assert.deepEqual([again, headers?.['idempotency-replayed']], [first, 'true'])
      }
      assert.equal(runs, 1)
      await idempotency.run(ask('kept', 1_000_000 + 24 * 3_600_000), 'POST /x', work)
      assert.equal(runs, 2)
    })

    it('keeps the answer of whoever has it now, not of one who took too long', async () => {
      const gate = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      const slow = idempotency.run(ask('overtaken'), 'POST /x', async () => {
        entered.resolve()
        await gate.promise
        return dataReply({ by: 'the slow one' })
      })
      await entered.promise
      const second = await idempotency.run(ask('overtaken', 1_060_000), 'POST /x', async () =>
        dataReply({ by: 'the second' }),
      )
      gate.resolve()
      assert.deepEqual(await slow, dataReply({ by: 'the slow one' }))
      const { headers: _, ...kept } = await idempotency.run(ask('overtaken', 1_060_001), 'POST /x', () =>
        Promise.reject(new Error('not again')),
      )
      assert.deepEqual(kept, second)
    })

    it('is free again at once where the answer is too long to be kept', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs, text: 'x'.repeat(4 * 1024 * 1024) })
      await idempotency.run(ask('long'), 'POST /x', work)
      await idempotency.run(ask('long'), 'POST /x', work)
      assert.equal(runs, 2)
    })

    it('stays taken when the work is done and its answer cannot be kept', async () => {
      let runs = 0
      const work = async () => {
        isNextWriteLost = true
        return dataReply({ run: ++runs })
      }
      assert.deepEqual(await idempotency.run(ask('lost'), 'POST /x', work), dataReply({ run: 1 }))
      assert.deepEqual(warnings, ['an answer was not kept for repeats: the database went away'])
      await assert.rejects(idempotency.run(ask('lost', 1_059_999), 'POST /x', work), (thrown) =>
        isFailure(thrown, 'request_in_progress'),
      )
      assert.equal(runs, 1)
    })

    it('is needed itself to open its answer, and so is the secret of the server', async () => {
      const hash = createKeyedHash('a secret of the tests')
      const openedBy = (changed: KeyedHash) =>
        new Idempotency({ ledger: identityLedger(store.ledger), hash: changed, onWarning: () => {} })
      const work = async () => dataReply({ secret: 'of a new key' })
      // Finds the row whatever the key is, as one does who can read the database.
      const anyRow: KeyedHash = (purpose, ...parts) =>
        purpose === 'idempotency' ? 'the row' : hash(purpose, ...parts)
      const otherSecret: KeyedHash = (purpose, ...parts) =>
        purpose === 'seal' ? createKeyedHash('a guess')(purpose, ...parts) : anyRow(purpose, ...parts)
      const { data } = await openedBy(anyRow).run(ask('mine'), 'POST /x', work)
      await assert.rejects(openedBy(anyRow).run(ask('guessed'), 'POST /x', work), /authenticate/)
      await assert.rejects(openedBy(otherSecret).run(ask('mine'), 'POST /x', work), /authenticate/)
      assert.deepEqual((await openedBy(anyRow).run(ask('mine'), 'POST /x', work)).data, data)
    })

    it('that is not sent changes nothing', async () => {
      let runs = 0
      const work = async () => dataReply({ run: ++runs })
      await idempotency.run(ask(undefined), 'POST /x', work)
      await idempotency.run(ask(undefined), 'POST /x', work)
      assert.equal(runs, 2)
    })
  })
}
