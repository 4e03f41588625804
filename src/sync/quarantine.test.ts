import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { openSyncFixture, type SyncFixture } from '../../test/support/sync/sync-fixture.ts'
import { quarantineMember, readQuarantine, releaseMember } from './quarantine.ts'

const signal = new AbortController().signal
const hourMs = 60 * 60_000
const bow = { sourceId: 'towns', memberId: 'bow' }
const lost = { ...bow, reason: 'no progress for 60 s' }

for (const engine of testEngines) {
  describe(`${engine.name}: a quarantined member`, { skip: engine.skip }, () => {
    async function open() {
      const clock = new FakeClock()
      return Object.assign(await openSyncFixture(engine, { clock }), { clock })
    }

    it('is not requested, and is reported as failed with its published data', async () => {
      await using fixture = await open()
      await outcomes(fixture)
      await fixture.engine.recover(lost)
      const calls = fixture.upstream.calls.length
      assert.deepEqual(await outcomes(fixture), { ash: 'published', bow: 'quarantined', cam: 'published' })
      assert.ok(!fixture.upstream.calls.slice(calls).some((url) => url.includes('/bow')))
      assert.equal((await fixture.readTitlesByTown()).bow?.length, 4)
      const { members } = await fixture.engine.status('towns')
      assert.deepEqual(
        members.map(({ memberId, health }) => [memberId, health]),
        [
          ['ash', 'ok'],
          ['bow', 'failed'],
          ['cam', 'ok'],
        ],
      )
    })

    it('is tried again after an hour, and after twice the time if it fails again', async () => {
      await using fixture = await open()
      const { clock } = fixture
      await fixture.engine.recover(lost)
      clock.advance(hourMs - 1)
      assert.equal((await outcomes(fixture)).bow, 'quarantined')
      await fixture.engine.recover(lost)
      clock.advance(hourMs)
      assert.equal((await outcomes(fixture)).bow, 'quarantined')
      clock.advance(hourMs)
      assert.equal((await outcomes(fixture)).bow, 'published')
      assert.deepEqual(await readQuarantine(fixture.store.ledger), [])
    })

    it('is tried again once the clock is right, if it was wrong when the member was quarantined', async () => {
      await using fixture = await open()
      const { clock } = fixture
      clock.stepWallClock(30 * 24 * hourMs)
      await fixture.engine.recover(lost)
      assert.deepEqual((await fixture.engine.quarantine()).length, 1)
      clock.stepWallClock(-30 * 24 * hourMs)
      assert.deepEqual(await fixture.engine.quarantine(), [])
      assert.equal((await outcomes(fixture)).bow, 'published')
    })

    it('is tried again when an operator releases it, or names it', async () => {
      await using fixture = await open()
      await fixture.engine.recover(lost)
      assert.equal(await releaseMember(fixture.store.ledger, bow), true)
      assert.equal(await releaseMember(fixture.store.ledger, bow), false)
      assert.equal((await outcomes(fixture)).bow, 'published')
      await fixture.engine.recover(lost)
      assert.deepEqual(await outcomes(fixture, ['bow']), { bow: 'published' })
      assert.deepEqual(await readQuarantine(fixture.store.ledger), [])
    })

    it('waits at most a week, and is forgotten a month after that', async () => {
      await using fixture = await open()
      const { clock } = fixture
      const { ledger } = fixture.store
      for (let time = 0; time < 12; time += 1)
        await quarantineMember(ledger, { ...lost, service: 'notices' }, clock.now())
      const [row] = await readQuarantine(ledger)
      assert.equal(row?.times, 12)
      assert.equal((row?.until ?? 0) - (row?.since ?? 0), 7 * 24 * hourMs)
      clock.advance(37 * 24 * hourMs + 1)
      await fixture.engine.recover()
      assert.deepEqual(await readQuarantine(ledger), [])
    })
  })
}

/** What became of each member: its outcome, or the code if it failed. */
async function outcomes(fixture: SyncFixture, members?: string[]): Promise<Record<string, string>> {
  const report = await fixture.engine.run('towns', {
    mode: 'manual',
    signal,
    ...(members ? { members } : {}),
  })
  assert.ok('members' in report)
  return Object.fromEntries(
    Object.entries(report.members).map(([id, member]) => [
      id,
      member.outcome === 'failed' ? member.code : member.outcome,
    ]),
  )
}
