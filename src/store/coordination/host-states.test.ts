import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import type { SharedHostState } from '../../core/outbound/hosts/host-states.ts'
import { readClosedHosts, storedHostStates } from './host-states.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

for (const engine of testEngines) {
  describe(`${engine.name}: the states of hosts`, { skip: engine.skip }, () => {
    async function open() {
      const stack = new AsyncDisposableStack()
      const database = stack.use(await engine.borrowDatabase())
      const store = stack.use(await database.openStore())
      const clock = new FakeClock()
      const closed = (host: string, closedMs: number, group?: string): SharedHostState => ({
        host,
        ...(group === undefined ? {} : { group }),
        state: 'limiting',
        since: clock.now(),
        closedMs,
        needsProbe: false,
      })
      return { store, clock, closed, [Symbol.asyncDispose]: () => stack.disposeAsync() }
    }

    it('are known to every process, for the host and for groups of its endpoints', async () => {
      await using fixture = await open()
      const { store, clock, closed } = fixture
      const states = storedHostStates(store, clock)
      const whole = closed('a.example', hourMs)
      const seats = closed('a.example', 2 * hourMs, 'seats')
      await states.save(whole)
      await states.save(seats)
      await states.save(closed('b.example', 5 * hourMs))
      clock.advance(hourMs / 2)
      const read = async () =>
        (await storedHostStates(store, clock).read('a.example')).toSorted((x, y) => x.closedMs - y.closedMs)
      assert.deepEqual(await read(), [
        { ...whole, closedMs: hourMs / 2 },
        { ...seats, closedMs: 1.5 * hourMs },
      ])
      const until = clock.now() + hourMs / 2
      assert.equal((await readClosedHosts(store, clock.now())).get('a.example'), until)
      clock.advance(hourMs)
      assert.equal((await readClosedHosts(store, clock.now())).has('a.example'), false)
      await states.save({ ...whole, state: 'answering', since: clock.now(), closedMs: 0 })
      assert.deepEqual(
        (await read()).map(({ state, closedMs }) => [state, closedMs]),
        [
          ['answering', 0],
          ['limiting', hourMs / 2],
        ],
      )
    })

    it('last longer, never shorter, if two processes save one at once', async () => {
      await using fixture = await open()
      const { store, clock, closed } = fixture
      const host = 'a.example'
      const [one, other] = [storedHostStates(store, clock), storedHostStates(store, clock)]
      await Promise.all([one.save(closed(host, 2 * hourMs)), other.save(closed(host, 60_000))])
      await one.save(closed(host, 60_000))
      assert.equal((await other.read(host))[0]?.closedMs, 2 * hourMs)
      await other.save(closed(host, 3 * hourMs))
      assert.equal((await one.read(host))[0]?.closedMs, 3 * hourMs)
    })

    it('are deleted after a month, and ignored if they cannot be true', async () => {
      await using fixture = await open()
      const { store, clock, closed } = fixture
      const count = async () =>
        (await store.ledger.read.selectFrom('host_state').selectAll().execute()).length
      await storedHostStates(store, clock).save(closed('a.example', hourMs))
      clock.stepWallClock(31 * dayMs)
      await storedHostStates(store, clock).save(closed('b.example', hourMs))
      assert.equal(await count(), 1)
      clock.stepWallClock(-31 * dayMs)
      assert.deepEqual(await storedHostStates(store, clock).read('b.example'), [])
      assert.equal((await readClosedHosts(store, clock.now())).size, 0)
      await storedHostStates(store, clock).save(closed('c.example', hourMs))
      assert.equal(await count(), 1)
    })
  })
}
