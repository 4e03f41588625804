import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import type { Decision } from '../../registry/decisions.ts'
import { readMemberHealth, saveHealthRows, toHealthRow } from '../../sync/health/member-health.ts'
import type { AnySource } from '../../sync/source.ts'
import { pauseUnconfirmed } from './pause-unconfirmed.ts'

const dayMs = 24 * 3_600_000
const { signal } = new AbortController()
const failed = { outcome: 'failed', code: 'upstream_unavailable', message: 'The site is closed.' } as const
const read = { outcome: 'published', records: 1, written: 1, unchanged: 0, removed: 0 } as never

for (const engine of testEngines)
  describe(`${engine.name}: members that nobody confirms`, { skip: engine.skip }, () => {
    async function open(ids: readonly string[]) {
      const stack = new AsyncDisposableStack()
      const database = stack.use(await engine.borrowDatabase())
      const clock = new FakeClock()
      const store = stack.use(await database.openStore({ clock, role: 'worker' }))
      const source = {
        id: 'lever',
        everyMinutes: 1440,
        members: ids.map((id) => ({ id })),
      } as unknown as AnySource
      const decisions: Decision[] = []
      return {
        clock,
        decisions,
        async report(memberId: string, outcome: 'read' | 'failed', times = 1) {
          for (let left = times; left > 0; left -= 1) {
            const known = (await readMemberHealth(store, source, clock.now())).get(memberId)
            const report = outcome === 'read' ? read : failed
            const row = toHealthRow(source, memberId, report, known, clock.now()) ?? assert.fail()
            await store.ledger.transaction((tx) => saveHealthRows(tx, [row]))
          }
        },
        pause: () =>
          pauseUnconfirmed(
            {
              store,
              clock,
              sources: [source],
              async decide(made) {
                decisions.push(...made)
              },
            },
            signal,
          ),
        health: async () => await readMemberHealth(store, source, clock.now()),
        [Symbol.asyncDispose]: () => stack.disposeAsync(),
      }
    }

    it('leave after a quarter, with the day when that last happened', async () => {
      await using fixture = await open(['alder', 'birch', 'cedar'])
      const { clock, report, pause, decisions, health } = fixture
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      await report('alder', 'read')
      // It has never answered.
      await report('birch', 'failed')
      clock.advance(80 * dayMs)
      await report('alder', 'failed', 4)
      await report('birch', 'read')
      await report('birch', 'failed', 4)
      assert.deepEqual(await pause(), { paused: [], unreadable: [] })
      clock.advance(12 * dayMs)
      assert.deepEqual((await pause()).paused, ['lever/alder'])
      assert.deepEqual(decisions, [
        {
          source: 'lever',
          member: 'alder',
          status: 'paused',
          note: `not confirmed since ${day}: The site is closed.`,
        },
      ])
      // As new, if an operator resumes it.
      assert.equal((await health()).has('alder'), false)
      await report('alder', 'failed', 9)
      assert.deepEqual((await pause()).paused, [])
    })

    it('leave also if they have never answered', async () => {
      await using fixture = await open(['alder', 'birch', 'cedar'])
      await fixture.report('alder', 'failed')
      fixture.clock.advance(92 * dayMs)
      await fixture.report('alder', 'failed', 3)
      assert.deepEqual((await fixture.pause()).paused, ['lever/alder'])
    })

    it('stay after a long stop of the server, and if most of their source fails', async () => {
      await using fixture = await open(['alder', 'birch', 'cedar'])
      const { clock, report, pause } = fixture
      for (const id of ['alder', 'birch', 'cedar']) await report(id, 'read')
      clock.advance(200 * dayMs)
      for (const id of ['alder', 'birch']) await report(id, 'failed', 3)
      assert.deepEqual(await pause(), { paused: [], unreadable: [] })
      for (const id of ['alder', 'birch']) await report(id, 'failed')
      assert.deepEqual(await pause(), { paused: [], unreadable: ['lever'] })
    })
  })
