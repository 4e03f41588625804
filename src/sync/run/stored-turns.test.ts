import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { townsSource } from '../../../test/support/sync/sync-fixture.ts'
import { systemClock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { createOutbound } from '../../core/outbound/create-outbound.ts'
import { HostQueue } from '../../core/outbound/host-queue.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import { readTurns, takeTurn } from '../../store/host-turns.ts'
import { holdLease } from './held-lease.ts'
import { leaseName } from './run-rows.ts'
import { shareOfHost } from './shares.ts'
import { storedTurns } from './stored-turns.ts'
import { StoredTurnGrants } from './turn-grants.ts'

const clock = systemClock
const { signal } = new AbortController()
const host = new URL(townsSource.baseUrl).host
const waits = { signal, waitMsMax: 60_000, requestMsMax: 1000 }

for (const engine of testEngines) {
  describe(`${engine.name}: requests outside runs`, { skip: engine.skip }, () => {
    /** `source`: with the politeness of the test. */
    async function open(politeness = { atOnce: 1, gapMs: 0 }) {
      await using stack = new AsyncDisposableStack()
      const database = stack.use(await engine.borrowDatabase())
      const store = stack.use(await database.openStore())
      const leaseTime = createLeaseTime(store, clock)
      const source = { ...townsSource, polite: politeness }
      const resources = stack.move()
      return {
        store,
        source,
        /** As another process has it. */
        turns: () => storedTurns({ store, clock, sources: () => [source] }),
        async holdRunLease(share?: number) {
          const name = leaseName(source.id, share)
          const lease = await holdLease({
            ledger: store.ledger,
            clock,
            leaseTime,
            name,
            holder: 'node:1/run',
            leaseMs: 30_000,
          })
          assert.ok(lease)
          return lease
        },
        readTurns: () => readTurns(store.ledger, leaseTime),
        /** As a process that died with it. */
        takeAndDie: (ms: number) => takeTurn(store.ledger, leaseTime, { host, slots: 1, holder: 'dead', ms }),
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    }

    it('never meet a run at a host, nor each other, if one at a time is polite', async () => {
      await using fixture = await open()
      const { store, source, turns } = fixture
      await using server = await countingServer()
      const options = {
        userAgent: 'test',
        hosts: new Set([host]),
        overrideOrigin: () => ({ origin: server.origin }),
        clock,
      }
      await using runClient = createOutbound(options)
      await using oneClient = createOutbound({ ...options, sharedTurns: turns() })
      await using otherClient = createOutbound({ ...options, sharedTurns: turns() })
      using grants = new StoredTurnGrants({ store, clock, outbound: runClient, hasGaps: true })
      const send = async (client: typeof runClient, count: number) => {
        for (let index = 0; index < count; index++)
          await client.for(source.polite).request(source.baseUrl, { signal })
      }
      async function run(): Promise<void> {
        for (let runs = 0; runs < 3; runs++) {
          await using _lease = await fixture.holdRunLease()
          await using _grants = await grants.open(source, undefined, signal)
          await Promise.all([send(runClient, 10), send(runClient, 10)])
        }
      }
      await Promise.all([run(), send(oneClient, 5), send(otherClient, 5)])
      assert.deepEqual(server.counts(), { requests: 70, mostAtOnce: 1 })
      for (const client of [runClient, oneClient, otherClient]) await client[Symbol.asyncDispose]()
      assert.deepEqual(await fixture.readTurns(), [])
    })

    it('keep the gap of the host together with a run', async () => {
      const gapMs = 40
      await using fixture = await open({ atOnce: 2, gapMs })
      const { store, source, turns } = fixture
      const queue = new HostQueue(clock)
      const starts: number[] = []
      const acquire = (isAlone: boolean) => queue.acquire(host, source.polite, { ...waits, isAlone })
      const hold = () => acquire(true)
      using grants = new StoredTurnGrants({ store, clock, outbound: { hold }, hasGaps: true })
      async function run(): Promise<void> {
        await using _lease = await fixture.holdRunLease()
        await using _grants = await grants.open(source, undefined, signal)
        for (let index = 0; index < 10; index++) {
          const release = await acquire(false)
          starts.push(clock.monotonic())
          release()
        }
      }
      async function sendOutside(): Promise<void> {
        const shared = turns()
        for (let index = 0; index < 3; index++) {
          const end = await shared.take(host, source.polite, waits)
          starts.push(clock.monotonic())
          await end?.()
        }
      }
      await Promise.all([run(), sendOutside(), sendOutside()])
      await run()
      const gaps = starts.slice(1).map((at, index) => at - (starts[index] as number))
      // Times in the store are whole milliseconds, and a timer may fire a millisecond early.
      assert.equal(starts.length, 26)
      assert.ok(Math.min(...gaps) >= gapMs - 3, `gaps of ${gaps.map((gap) => gap.toFixed(1)).join(', ')} ms`)
    })

    it('wait for nothing at a host that no source reads', async () => {
      await using fixture = await open()
      await using _lease = await fixture.holdRunLease()
      assert.equal(await fixture.turns().take('elsewhere.example', fixture.source.polite, waits), undefined)
    })

    it('wait for the run of the whole source and for that of the share which reads the host', async () => {
      for (const share of [undefined, 0, 1, 2, 3]) {
        await using fixture = await open()
        const { store, source } = fixture
        await using _lease = await fixture.holdRunLease(share)
        let isHeld = false
        const hold = async () => {
          isHeld = true
          return () => {}
        }
        using grants = new StoredTurnGrants({ store, clock, outbound: { hold }, hasGaps: false })
        await using _grants = await grants.open(source, share, signal)
        const end = await fixture.turns().take(host, source.polite, waits)
        await end?.()
        const isReader = share === undefined || shareOfHost(host) === share
        assert.equal(isHeld, isReader, `share ${share}`)
      }
    })

    it('are refused after the longest wait, and leave nothing behind', async () => {
      await using fixture = await open()
      await using _lease = await fixture.holdRunLease()
      const taking = fixture.turns().take(host, fixture.source.polite, { ...waits, waitMsMax: 50 })
      await assert.rejects(taking, (thrown) => isFailure(thrown, 'overloaded'))
      assert.deepEqual(await fixture.readTurns(), [])
    })

    it('end with the abort of their caller', async () => {
      await using fixture = await open()
      await using _lease = await fixture.holdRunLease()
      const stop = new AbortController()
      const taking = fixture.turns().take(host, fixture.source.polite, { ...waits, signal: stop.signal })
      await untilSome(fixture.readTurns)
      stop.abort(new Error('left'))
      await assert.rejects(taking, /left/)
      assert.deepEqual(await fixture.readTurns(), [])
    })

    it('of a process that died keep a place only until their turn expires', async () => {
      await using fixture = await open()
      const { store, source } = fixture
      await fixture.takeAndDie(500)
      await using _lease = await fixture.holdRunLease()
      const queue = new HostQueue(clock)
      const hold = (name: string) => queue.acquire(name, source.polite, waits)
      using grants = new StoredTurnGrants({ store, clock, outbound: { hold }, hasGaps: true })
      await using _grants = await grants.open(source, undefined, signal)
      const release = await hold(host)
      assert.deepEqual(await fixture.readTurns(), [])
      release()
    })
  })
}

async function untilSome(read: () => Promise<readonly unknown[]>): Promise<void> {
  while ((await read()).length === 0) await pause(5)
}

/** Responds after some turns of the event loop, and counts the requests that it has at once. */
async function countingServer() {
  let [requests, running, mostAtOnce] = [0, 0, 0]
  const server = createServer(async (_request, response) => {
    requests += 1
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    await pause(2)
    running -= 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ requests, mostAtOnce }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
