import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  FakeUpstream,
  items,
  openSyncFixture,
  type SyncFixture,
} from '../../../test/support/sync/sync-fixture.ts'
import { acquireLease, releaseLease } from '../../store/coordination/lease.ts'
import { insertRun, leaseName } from '../run/run-rows.ts'
import { toShares } from '../run/shares.ts'

const day = 24 * 60 * 60_000
const leaseMs = 30_000
const sliceMembers = 3
const never = new AbortController().signal
const ids = Array.from({ length: 12 }, (_, at) => `town-${at}`)
const source = defineTownsSource({
  everyMinutes: 1440,
  members: ids.map((id) => ({ id })),
  hosts: ['*.towns.example'],
  // Two towns at each host.
  hostOf: ({ id }) => `host-${Number(id.slice(5)) % 6}.towns.example`,
})
const shares = toShares(source, sliceMembers) ?? []
const lists = () => Object.fromEntries(ids.map((id) => [id, items(id, 1)]))

async function countPublished(fixture: SyncFixture): Promise<number> {
  return Object.keys(await fixture.readTitlesByTown()).length
}

/** Between two looks at the store, nodes have time to renew their leases. */
async function waitFor(isDone: () => Promise<boolean>, proceed = () => {}): Promise<void> {
  while (!(await isDone())) {
    proceed()
    await sleep(10)
  }
}

describe('the shares of a source', () => {
  it('have every member once, and all members of a host in one share', () => {
    assert.ok(shares.length > 1)
    const members = shares.flatMap((share) => share.members.map(({ id }) => id))
    assert.deepEqual(members.sort(), ids.toSorted())
    const hosts = shares.flatMap((share) => [
      ...new Set(share.members.map((member) => source.hostOf?.(member))),
    ])
    assert.equal(new Set(hosts).size, hosts.length)
  })

  it('do not exist if the source is small, read often, or at one host', () => {
    assert.equal(toShares(source, 250), undefined)
    assert.equal(toShares({ ...source, everyMinutes: 60 }, sliceMembers), undefined)
    assert.equal(toShares({ ...source, hostOf: () => 'towns.example' }, sliceMembers), undefined)
  })
})

for (const engine of testEngines) {
  describe(`${engine.name}: a large source and two nodes`, { skip: engine.skip }, () => {
    async function open(clock: FakeClock, ms = 100 * day): Promise<SyncFixture> {
      const leaseTime = async () => clock.monotonic()
      const fixture = await openSyncFixture(engine, { clock, leaseTime, leaseMs: ms, source, sliceMembers })
      fixture.upstream.lists = lists()
      return fixture
    }

    it('is read by both at once, each member and each host by one of them', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      const upstreams = [fixture.upstream, new FakeUpstream()]
      const bothRead = Promise.withResolvers<void>()
      const started = new Set<FakeUpstream>()
      for (const upstream of upstreams) {
        upstream.lists = lists()
        upstream.intercept = async () => {
          if (started.add(upstream).size === 2) bothRead.resolve()
          await bothRead.promise
          return undefined
        }
      }
      const nodes = upstreams.map((outbound, at) =>
        fixture.createEngine({ holder: `node-${at}.example:1`, outbound }),
      )
      const stop = new AbortController()
      const running = nodes.map((node) => node.schedule(stop.signal))
      await waitFor(
        async () => (await countPublished(fixture)) === ids.length,
        () => clock.advance(1000),
      )
      stop.abort()
      await Promise.all(running)
      assert.equal(started.size, 2, 'the second node waits for the first')
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).sort(), ids.toSorted())
      const reads = upstreams.flatMap(({ calls }) => calls)
      assert.equal(new Set(reads).size, ids.length)
      assert.equal(reads.length, ids.length)
    })

    it('is read to the end by one node after the other died with a share, once its lease has ended', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock, leaseMs)
      const [share] = shares
      assert.ok(share)
      const runId = 'lost'
      const holder = `elsewhere.example:1/${runId}`
      const name = leaseName(source.id, share.index)
      await acquireLease(fixture.store.ledger, name, holder, leaseMs, async () => clock.monotonic())
      await insertRun(fixture.store.ledger, {
        runId,
        service: source.service,
        sourceId: source.id,
        mode: 'scheduled',
        planned: share.members.length,
        holder,
        startedAt: clock.now(),
        share: share.index,
      })
      const stop = new AbortController()
      const running = fixture.engine.schedule(stop.signal)
      const others = ids.length - share.members.length
      await waitFor(async () => (await countPublished(fixture)) === others)
      const isTheirs = (url: string) => share.members.some(({ id }) => url.includes(`/${id}?`))
      assert.equal(fixture.upstream.calls.filter(isTheirs).length, 0)
      await waitFor(
        async () => (await countPublished(fixture)) === ids.length,
        () => clock.advance(1000),
      )
      stop.abort()
      await running
      const lost = await fixture.store.ledger.read
        .selectFrom('sync_run')
        .select(['status', 'error_message'])
        .where('id', '=', runId)
        .executeTakeFirstOrThrow()
      assert.equal(lost.status, 'failed')
      assert.match(lost.error_message ?? '', /^interrupted/)
    })

    it('is not read as a whole while a share of it is read, nor the other way round', async () => {
      const clock = new FakeClock()
      await using fixture = await open(clock)
      const { ledger } = fixture.store
      const leaseTime = async () => clock.monotonic()
      const [{ index } = { index: 0 }] = shares
      await acquireLease(ledger, leaseName(source.id, index), 'other:1/a', leaseMs, leaseTime)
      const manual = { mode: 'manual', signal: never } as const
      assert.deepEqual(await fixture.engine.run(source.id, manual), {
        status: 'skipped',
        sourceId: source.id,
      })
      await releaseLease(ledger, leaseName(source.id, index), 'other:1/a')
      await acquireLease(ledger, leaseName(source.id), 'other:1/b', leaseMs, leaseTime)
      const stop = new AbortController()
      const running = fixture.engine.schedule(stop.signal)
      for (let n = 0; n < 50; n += 1) await new Promise(setImmediate)
      stop.abort()
      await running
      assert.deepEqual(fixture.upstream.calls, [])
      await releaseLease(ledger, leaseName(source.id), 'other:1/b')
      const { status } = await fixture.engine.run(source.id, manual)
      assert.equal(status, 'succeeded')
    })
  })
}
