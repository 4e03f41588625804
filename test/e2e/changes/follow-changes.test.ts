/** The change log as readers of the API see it, with notices as the simplest service. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noticesService } from '../../../src/services/notices/index.ts'
import { pruneChanges } from '../../../src/store/changes/prune-changes.ts'
import type { Store } from '../../../src/store/store.ts'
import { FakeClock, passTime } from '../../support/fake-clock.ts'
import { insertNotice, logNotices } from '../../support/log-notices.ts'
import { openTestServer, type TestResponse, type TestServer } from '../../support/server/test-server.ts'
import { type TestEngine, testEngines } from '../../support/store/test-engines.ts'

interface Fixture extends AsyncDisposable {
  readonly store: Store
  readonly server: TestServer
  readonly clock: FakeClock
  /** Publishes notices, as `town` or `town/category`. */
  log(...notices: readonly string[]): Promise<void>
  get(query: string): Promise<{ towns: string[]; after: string; hasMore: boolean }>
}

async function openFixture(engine: TestEngine): Promise<Fixture> {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.borrowDatabase())
  const store = stack.use(await place.openStore({ role: 'worker' }))
  const clock = new FakeClock()
  const service = noticesService(store.readModel, clock)
  const server = stack.use(await openTestServer({ service, store, clock }))
  const resources = stack.move()
  return {
    store,
    server,
    clock,
    log: (...notices) => logNotices(store, clock.now(), notices),
    get: async (query) => {
      const { status, json } = await server.get(`/v1/changes?${query}`)
      assert.equal(status, 200, JSON.stringify(json))
      return {
        towns: json.data.map(({ notice_id }: { notice_id: string }) => notice_id),
        after: json.meta.changes_after,
        hasMore: json.meta.has_more,
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

for (const engine of testEngines) {
  describe(`${engine.name}: who follows changes`, { skip: engine.skip }, () => {
    it('gets each once, in order, and from an empty page the position to come back with', async () => {
      await using fixture = await openFixture(engine)
      const empty = await fixture.get('')
      assert.deepEqual([empty.towns, empty.hasMore], [[], false])
      await fixture.log('a', 'b', 'c')
      const first = await fixture.get(`after=${empty.after}&limit=2`)
      assert.deepEqual([first.towns, first.hasMore], [['a', 'b'], true])
      const second = await fixture.get(`after=${first.after}&limit=2`)
      assert.deepEqual([second.towns, second.hasMore], [['c'], false])
      assert.deepEqual((await fixture.get(`after=${second.after}`)).after, second.after)
      await fixture.log('d')
      assert.deepEqual((await fixture.get(`after=${second.after}`)).towns, ['d'])
      assert.deepEqual((await fixture.get('after=now')).towns, [])
      assert.deepEqual((await fixture.get('')).towns, ['a', 'b', 'c', 'd'])
    })

    it('moves on past what the filter leaves out, also beyond what one page looks at', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('x', ...Array.from({ length: 2600 }, () => 'other'), 'X')
      const first = await fixture.get('town=x')
      assert.deepEqual([first.towns, first.hasMore], [['x'], true])
      const second = await fixture.get(`town=x&after=${first.after}`)
      assert.deepEqual([second.towns, second.hasMore], [['X'], false])
      const none = await fixture.get('town=nowhere&category=planning&limit=1')
      assert.match(none.after, /-2000-/)
      assert.deepEqual([none.towns, none.hasMore], [[], true])
    })

    it('may ask for types, and hears of unknown ones', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a')
      assert.deepEqual((await fixture.get('type=notice.published,notice.removed')).towns, ['a'])
      assert.deepEqual((await fixture.get('type=notice.removed')).towns, [])
      for (const query of ['type=notice.eaten', 'after=yesterday', 'after=a-b-c', 'category=none'])
        assert.equal((await fixture.server.get(`/v1/changes?${query}`)).status, 400, query)
    })

    it('hears that a filter has a value that nothing has', async () => {
      await using fixture = await openFixture(engine)
      const warningsOf = async (town: string, after = 'now') =>
        (await fixture.server.get(`/v1/changes?after=${after}&town=${town}`)).json.meta.warnings
      assert.equal(await warningsOf('Elly'), undefined)
      await insertNotice(fixture.store, 'Ely')
      assert.equal(await warningsOf('ely'), undefined)
      const [warning] = await warningsOf('Elly')
      assert.equal(warning.code, 'unknown_value')
      assert.match(warning.message, /"Elly".*Did you mean "Ely"/)
      const { json } = await fixture.server.get('/v1/changes?town=Elly')
      assert.deepEqual(json.meta.warnings, [warning])
      // A reader who goes on has heard it.
      assert.equal(await warningsOf('Elly', json.meta.changes_after), undefined)
    })

    it('who comes too late gets 410 with where to begin again; who has missed nothing goes on', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a', 'b')
      const { after } = await fixture.get('limit=1')
      const { after: end } = await fixture.get('')
      fixture.clock.advance(86_400_001)
      const { readModel } = fixture.store
      const retention = { service: 'notices', days: 1, rowsMax: 10 }
      await readModel.transaction((tx) => pruneChanges({ tx, now: fixture.clock.now() }, retention))
      assert.deepEqual((await fixture.get(`after=${end}`)).towns, [])
      await fixture.log('c')
      assert.deepEqual((await fixture.get(`after=${end}`)).towns, ['c'])
      const { status, json } = await fixture.server.get(`/v1/changes?after=${after}`)
      assert.deepEqual([status, json.error.code], [410, 'changes_expired'])
      assert.equal(json.error.details.restart, '/v1/notices')
      assert.deepEqual((await fixture.get(`after=${json.error.details.oldest}`)).towns, ['c'])
    })

    it('never continues in another read model, or in one that was restored', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a', 'b')
      const { after } = await fixture.get('')
      const [epoch, number, at] = after.split('-')
      for (const other of [`1-${number}-${at}`, `${epoch}-${number}-1`, `${epoch}-9-${at}`])
        assert.equal((await fixture.server.get(`/v1/changes?after=${other}`)).status, 410, other)
    })

    it('begins where a list ends', async () => {
      await using fixture = await openFixture(engine)
      await fixture.log('a')
      const { json } = await fixture.server.get('/v1/notices')
      await fixture.log('b')
      assert.deepEqual((await fixture.get(`after=${json.meta.changes_after}`)).towns, ['b'])
    })

    it('may wait for the next change that matches, for a time', async () => {
      await using fixture = await openFixture(engine)
      const { clock, server } = fixture
      const { after } = await fixture.get('')
      const wait = async (position: string, whenStep: (step: number) => Promise<void> | undefined) => {
        let answer: TestResponse | undefined
        const headers = { prefer: 'respond-async, wait=20' }
        void server.get(`/v1/changes?after=${position}&town=x`, headers).then((response) => {
          answer = response
        })
        let step = 0
        await passTime(clock, 500, async () => {
          await whenStep(step++)
          return answer !== undefined
        })
        return answer as unknown as TestResponse
      }
      // The first of them is no reason to answer.
      const news = [() => fixture.log('other'), () => fixture.log('x')]
      const { json } = await wait(after, (step) =>
        step >= 10 && step % 5 === 0 ? news.shift()?.() : undefined,
      )
      assert.deepEqual(
        json.data.map(({ notice_id }: { notice_id: string }) => notice_id),
        ['x'],
      )
      const startedAt = clock.now()
      const none = await wait(json.meta.changes_after, () => undefined)
      assert.deepEqual(none.json.data, [])
      assert.ok(clock.now() - startedAt >= 20_000)
      assert.equal(none.headers.get('preference-applied'), 'wait')
      assert.equal(none.headers.get('cache-control'), 'no-store')
    })

    it('does not wait for HEAD', async () => {
      await using fixture = await openFixture(engine)
      const init = { method: 'HEAD', headers: { prefer: 'wait=20' } }
      const { status, headers } = await fixture.server.fetch('/v1/changes?after=now', init)
      assert.deepEqual([status, headers.get('preference-applied')], [200, null])
    })

    it('waits in few requests at once; a further one is answered', async () => {
      await using fixture = await openFixture(engine)
      const { clock, server } = fixture
      const get = () => server.get('/v1/changes?after=now', { prefer: 'wait=20' })
      const all = [get(), get(), get()]
      const answered = await Promise.race(all)
      assert.equal(answered.headers.get('preference-applied'), null)
      let isDone = false
      const responses = Promise.all(all).finally(() => {
        isDone = true
      })
      await passTime(clock, 1000, () => isDone)
      const waited = (await responses).filter(({ headers }) => headers.has('preference-applied'))
      assert.equal(waited.length, 2)
    })
  })
}
