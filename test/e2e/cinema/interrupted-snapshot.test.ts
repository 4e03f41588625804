/** What was sent is charged: a caller who hangs up pays, and one whose snapshot the server cannot complete does not. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../../src/core/errors.ts'
import { stableId } from '../../../src/core/stable-id.ts'
import { identityLedger } from '../../../src/identity/tables.ts'
import type { Database, Store } from '../../../src/store/store.ts'
import type { ReadModelTables } from '../../../src/store/tables.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
/** The statement that reads the seat maps, the second half of a snapshot. */
const secondHalf = /from showtime_seats k/

for (const engine of testEngines) {
  describe(`an interrupted snapshot on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    /** As the server sees them. */
    let sockets: Socket[]
    let reached: PromiseWithResolvers<void>
    let gate: PromiseWithResolvers<void>
    beforeEach(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      reached = Promise.withResolvers()
      gate = Promise.withResolvers()
      fixture = await openCinemaFixture(withGate(store))
      await publishWeek(fixture)
      sockets = []
      fixture.server.on('connection', (socket) => sockets.push(socket))
    })
    afterEach(async () => {
      gate.resolve()
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    /** The same store, which waits before the second half of a snapshot. */
    function withGate(inner: Store): Store {
      const readModel = new Proxy(inner.readModel, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          const call = value.bind(target)
          if (name !== 'run') return call
          return async (...[statement, values]: Parameters<Database<ReadModelTables>['run']>) => {
            if (secondHalf.test(statement.built(target.read, values).sql)) {
              reached.resolve()
              await gate.promise
            }
            return await call(statement, values)
          }
        },
      })
      return new Proxy(inner, {
        get(target, name) {
          if (name === 'readModel') return readModel
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    }

    const used = async () => (await fixture.request('/v1/usage')).json.data.credits.used as number

    /** Sends the request and resolves with the first bytes. */
    async function begin(): Promise<IncomingMessage> {
      const answer = Promise.withResolvers<IncomingMessage>()
      const sent = request(`${fixture.origin}/v1/availability/snapshot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
      })
      sent.on('response', answer.resolve)
      sent.on('error', answer.reject)
      sent.end(JSON.stringify({ theater_ids: [leeds], seat_detail: 'grid' }))
      const response = await answer.promise
      await new Promise((resolve) => response.once('data', resolve))
      await reached.promise
      return response
    }

    async function untilUsed(credits: number): Promise<void> {
      for (let turn = 0; turn < 200; turn += 1) {
        if ((await used()) === credits) return
      }
      assert.equal(await used(), credits)
    }

    it('costs the stated credits if the client disconnects', async () => {
      const response = await begin()
      assert.equal(response.statusCode, 200)
      assert.equal(await used(), 2, 'the credits are taken before the answer begins')
      const socket = sockets.find(({ remotePort }) => remotePort === response.socket.localPort)
      assert.ok(socket)
      const gone = once(socket, 'close')
      response.on('error', () => {})
      response.destroy()
      await gone
      gate.resolve()
      await fixture[Symbol.asyncDispose]()
      const entries = await identityLedger(store.ledger)
        .read.selectFrom('credit_entry')
        .select(['state', 'credits'])
        .execute()
      assert.deepEqual(entries, [{ state: 'kept', credits: 2 }])
    })

    it('costs nothing if the rest cannot be read, and is recognisably incomplete', async () => {
      const response = await begin()
      const cut = new Promise<boolean>((resolve) => {
        response.on('error', () => resolve(true))
        response.on('end', () => resolve(!response.complete))
      })
      gate.reject(new Failure('store_unavailable', 'The store is gone.'))
      assert.equal(await cut, true)
      await untilUsed(0)
    })

    it('costs the stated credits if it is read to the end', async () => {
      gate.resolve()
      const response = await begin()
      response.resume()
      // It may have come whole while its beginning was waited for.
      if (!response.readableEnded) await once(response, 'end')
      assert.equal(await used(), 2)
    })
  })
}
