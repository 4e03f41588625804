/** A host that bans, limits or fails while a run reads its members, and comes back. Over HTTP, with the real client. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { type TestEngine, testEngines } from '../../../test/support/store/test-engines.ts'
import { defineTownsSource, items, openSyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import { createOutbound } from '../../core/outbound/create-outbound.ts'
import { storedHostStates } from '../../store/coordination/host-states.ts'
import { selectRuns } from './run-rows.ts'

const minute = 60_000
const hour = 60 * minute
const never = new AbortController().signal
const ids = Array.from({ length: 40 }, (_, at) => `town-${at}`)

type Fault = { readonly status: number; readonly headers?: Record<string, string> } | undefined

async function openTowns(engine: TestEngine, everyMinutes: number, sliceMembers: number) {
  await using stack = new AsyncDisposableStack()
  const clock = new FakeClock()
  let fault: Fault
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    if (fault) response.writeHead(fault.status, fault.headers).end()
    else response.end(JSON.stringify({ items: items('a', 1), next: false }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stack.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = defineTownsSource({ everyMinutes, members: ids.map((id) => ({ id })) })
  const fixture = stack.use(
    await openSyncFixture(engine, { clock, leaseMs: 1000 * hour, source, sliceMembers, membersAtOnce: 4 }),
  )
  const { store } = fixture
  /** As a new process would. */
  const createClient = () =>
    createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: new Set(['towns.example']),
      overrideOrigin: () => ({ origin }),
      clock,
      attemptsMax: 1,
      sharedStates: storedHostStates(store, clock),
    })
  const resources = stack.move()
  return {
    clock,
    fixture,
    setFault(next: Fault) {
      fault = next
    },
    /** Runs what is due now in a new process, and returns how many requests that took. */
    async runDue(): Promise<number> {
      const before = requests
      await using outbound = createClient()
      const node = fixture.createEngine({ outbound })
      await node.schedule(never, { idleMsMin: 1 })
      return requests - before
    },
    dueAt: () => fixture.engine.dueAt('towns'),
    async health() {
      const rows = await store.ledger.read.selectFrom('member_health').selectAll().execute()
      const failing = rows.filter(({ failures }) => failures > 0).length
      const last = await selectRuns(store, { id: 'towns' }, clock.now()).selectAll().executeTakeFirst()
      return { tried: rows.length, failing, message: last?.error_message ?? '' }
    },
    states: async () =>
      (await store.ledger.read.selectFrom('host_state').select(['host', 'state']).execute()).map(
        ({ host, state }) => `${host} ${state}`,
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

for (const engine of testEngines) {
  for (const [kind, everyMinutes, sliceMembers] of [
    ['as a whole', 360, 250],
    ['in slices', 1440, 15],
  ] as const) {
    describe(`${engine.name}: members of a host, read ${kind}`, { skip: engine.skip }, () => {
      const read = () => openTowns(engine, everyMinutes, sliceMembers)

      it('are not asked after a few refusals, have not failed, and are read when the host is back', async () => {
        await using towns = await read()
        towns.setFault({ status: 403 })
        const refused = await towns.runDue()
        // Four are under way at once.
        assert.ok(refused >= 3 && refused <= 6, `${refused} requests`)
        const { tried, failing, message } = await towns.health()
        assert.deepEqual([tried, failing], [refused, refused])
        assert.match(message, /^waits for towns\.example: \d+ of \d+ members were not read; /)
        assert.deepEqual(await towns.states(), ['towns.example refusing'])
        // Nobody is asked meanwhile, whatever process it is; then one request finds out.
        towns.clock.advance(14 * minute)
        assert.equal(await towns.runDue(), 0)
        towns.clock.advance(minute)
        assert.equal(await towns.runDue(), 1)
        towns.setFault(undefined)
        assert.ok(((await towns.dueAt()) ?? 0) <= towns.clock.now() + 15 * minute)
        towns.clock.advance(15 * minute)
        const back = await towns.runDue()
        assert.ok(back >= ids.length - refused - 1, `${back} requests`)
        assert.deepEqual(await towns.states(), ['towns.example answering'])
      })

      it('wait for the end of a pause that the host asked for, and are due then', async () => {
        await using towns = await read()
        towns.setFault({ status: 429, headers: { 'retry-after': '3600' } })
        const limited = await towns.runDue()
        assert.ok(limited <= 4, `${limited} requests`)
        assert.deepEqual((await towns.health()).tried, 0)
        assert.deepEqual(await towns.states(), ['towns.example limiting'])
        towns.setFault(undefined)
        assert.equal(await towns.dueAt(), towns.clock.now() + hour)
        towns.clock.advance(hour)
        assert.equal(await towns.runDue(), ids.length)
        const { tried, failing } = await towns.health()
        assert.deepEqual([tried, failing], [ids.length, 0])
      })

      it('that were read before the host closed are not read again, and the others are', async () => {
        await using towns = await read()
        assert.equal(await towns.runDue(), ids.length)
        const before = await towns.health()
        assert.deepEqual([before.tried, before.failing], [ids.length, 0])
        towns.setFault({ status: 503 })
        towns.clock.advance((everyMinutes * 2 + 10) * minute)
        const failed = await towns.runDue()
        assert.ok(failed < 12, `${failed} requests`)
        assert.deepEqual(await towns.states(), ['towns.example failing'])
        assert.ok((await towns.health()).failing <= failed)
        assert.equal(Object.keys(await towns.fixture.readTitlesByTown()).length, ids.length)
        towns.setFault(undefined)
        towns.clock.advance(15 * minute)
        const back = await towns.runDue()
        assert.ok(back >= ids.length - failed && back <= ids.length, `${back} requests`)
      })
    })
  }
}
