import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { Failure } from '../../core/errors.ts'
import type { MountedService } from '../../http/pages/home/front-page.ts'
import { type Collection, statusPageRoute } from '../../http/pages/home/status-page.ts'
import type { Store } from '../../store/store.ts'
import { createCollectionReader } from './collection.ts'

const hourMs = 3_600_000
const hostile = '<b>lever</b>'

function mount(id: string, title: string, publishedAt: number): MountedService {
  return { base: `/${id}`, service: { id, title, scopes: [id] }, publishedAt: () => publishedAt } as never
}

interface Read {
  readonly readAt: number | null
  readonly triedAt: number
  readonly code?: string
  readonly dueAt?: number
}

async function addSource(
  { ledger }: Store,
  source_id: string,
  service: string,
  reads: readonly Read[],
): Promise<void> {
  const stale = reads.filter(({ code }) => code !== undefined).length
  await ledger.transaction(async (tx) => {
    await tx
      .insertInto('source_members')
      .values({
        source_id,
        service,
        members_on: reads.length - stale,
        members_new: 0,
        members_stale: stale,
        members_off: 1,
      })
      .execute()
    const rows = reads.map(({ readAt, triedAt, code, dueAt }, at) => ({
      source_id,
      member_id: `secret-${at}`,
      tried_at: triedAt,
      succeeded_at: readAt,
      changed_at: null,
      confirmed_at: null,
      failures: code === undefined ? 0 : 3,
      error_code: code ?? null,
      error_message: code === undefined ? null : 'text of the upstream',
      due_at: dueAt ?? triedAt + 12 * hourMs,
    }))
    if (rows.length > 0) await tx.insertInto('member_health').values(rows).execute()
  })
}

function statusReader(
  collection: () => Promise<readonly Collection[]>,
  nowMs: number,
  mounted = [mount('cinema', 'Cinema', nowMs - 2 * hourMs), mount('jobs', 'Jobs & more', 0)],
  isReady = true,
) {
  const route = statusPageRoute({ mounted, isHealthy: async () => isReady, collection })
  const read = async (mediaType: string) =>
    await route.handle({ mediaType, nowMs, signal: new AbortController().signal } as never)
  return {
    json: async () => {
      const { data = '', headers } = await read('application/json')
      assert.equal(headers?.['cache-control'], 'public, max-age=10')
      return JSON.parse(data)
    },
    page: async () => String((await read('text/html')).body?.content),
  }
}

for (const engine of testEngines) {
  describe(`the status on ${engine.name}`, { skip: engine.skip }, () => {
    it('says which service is late and which platform has trouble, without members or texts of upstreams', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const clock = new FakeClock()
      const now = clock.now()
      const fine = { readAt: now - hourMs, triedAt: now - hourMs }
      const old = { readAt: now - 30 * hourMs, triedAt: now - hourMs }
      await addSource(store, 'filmbot', 'cinema', [fine, fine])
      await addSource(store, hostile, 'jobs', [
        { ...old, code: 'upstream_refused' },
        { ...old, readAt: null, code: 'upstream_refused' },
        { ...old, code: 'upstream_changed' },
        old,
      ])
      await addSource(store, 'elsewhere', 'trust', [{ ...old, code: 'upstream_refused' }])
      const status = statusReader(createCollectionReader(store, clock), now)
      const json = await status.json()
      assert.equal(json.state, 'trouble')
      assert.deepEqual(json.services, [
        {
          id: 'cinema',
          title: 'Cinema',
          path: '/cinema',
          updated_at: '2026-11-15T10:00:00.000Z',
          age_seconds: 7200,
          collection: 'on_time',
        },
        {
          id: 'jobs',
          title: 'Jobs & more',
          path: '/jobs',
          updated_at: null,
          age_seconds: null,
          collection: 'late',
        },
      ])
      assert.deepEqual(json.platforms, [
        {
          platform: hostile,
          service: 'jobs',
          cause: 'refused',
          members: 4,
          failing: 3,
          last_read_at: '2026-11-14T06:00:00.000Z',
        },
      ])
      const page = await status.page()
      assert.match(page, /<h1>Late: Jobs &amp; more<\/h1>/)
      assert.match(page, /&lt;b&gt;lever&lt;\/b&gt;<\/th>\s*<td data-label="Cause">It denies access\./)
      assert.match(page, /3 of 4/)
      assert.match(page, />2 hours ago<\/time>/)
      assert.doesNotMatch(page + JSON.stringify(json), /secret|text of the upstream|filmbot|elsewhere/)
      assert.doesNotMatch(page, /<b>/)
    })

    it('is late if many members are overdue, and reads the store again after some seconds', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const clock = new FakeClock()
      const read = createCollectionReader(store, clock)
      assert.deepEqual(await read(), [])
      const at = clock.now() - 3 * hourMs
      const fine = { readAt: at, triedAt: at }
      await addSource(store, 'filmbot', 'cinema', [fine, { ...fine, dueAt: clock.now() - 2 * hourMs }])
      assert.deepEqual(await read(), [])
      clock.advance(11_000)
      assert.equal((await statusReader(read, clock.now()).json()).services[0].collection, 'late')
    })
  })
}

describe('the status', () => {
  const one: Collection = {
    platform: 'filmbot',
    service: 'cinema',
    members: 10,
    failing: 1,
    overdue: 1,
    readAt: 1,
    cause: 'other',
  }

  it('is good while few members fail or wait', async () => {
    const status = statusReader(async () => [one], hourMs)
    assert.equal((await status.json()).state, 'ok')
    const page = await status.page()
    assert.match(page, /<h1>No trouble<\/h1>/)
    assert.doesNotMatch(page, /have been collected yet|Platforms in trouble/)
  })

  it('of a server without data says that nothing has been collected', async () => {
    const status = statusReader(async () => [], 0, [mount('cinema', 'Cinema', 0)])
    assert.equal((await status.json()).services[0].collection, 'waiting')
    assert.match(await status.page(), /<h1>Nothing collected yet<[\s\S]*No records have been collected yet/)
    const live = { ...mount('market', 'Market', 0).service, scopes: [] }
    const market = statusReader(async () => [], 0, [{ ...mount('market', 'Market', 0), service: live }])
    assert.equal((await market.json()).services[0].collection, 'live')
    assert.doesNotMatch(await market.page(), /collected yet/)
  })

  it('shows at most 50 platforms, and how many more there are', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...one, platform: `p${at}`, failing: 2 }))
    const status = statusReader(async () => many, hourMs)
    const { platforms, platforms_in_trouble } = await status.json()
    assert.deepEqual([platforms.length, platforms_in_trouble], [50, 60])
    assert.match(await status.page(), /And 10 more\./)
  })

  it('is shown when the server is not ready and the store does not answer', async () => {
    const fail = () => Promise.reject(new Failure('store_unavailable', 'It is away.'))
    const status = statusReader(fail, hourMs, undefined, false)
    const json = await status.json()
    assert.deepEqual([json.state, json.services[0].collection], ['degraded', 'unknown'])
    assert.match(await status.page(), /<h1>The server is not ready<\/h1>/)
  })
})
