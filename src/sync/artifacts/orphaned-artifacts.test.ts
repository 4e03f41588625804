import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import {
  insertInterruptedRun,
  openSyncFixture,
  type SyncFixture,
} from '../../../test/support/sync/sync-fixture.ts'
import { systemClock } from '../../core/clock.ts'
import { acquireLease } from '../../store/lease.ts'
import { leaseName } from '../run/run-rows.ts'
import { recordArtifact } from './artifact-rows.ts'
import { artifactLocation } from './artifact-store.ts'
import { liveArtifactsMax } from './live-artifacts.ts'

const manual = { mode: 'manual', signal: new AbortController().signal } as const
const hour = 60 * 60_000
const dead = 'test:999999999'

for (const engine of testEngines) {
  describe(`${engine.name}: complete files without a row`, { skip: engine.skip }, () => {
    it('are removed when their run died, and those with a row stay', async () => {
      await using fixture = await openSyncFixture(engine)
      await fixture.engine.run('towns', manual)
      const recorded = await locations(fixture)
      const runId = await insertInterruptedRun(fixture, dead)
      await leaveFile(fixture, runId, 'ash')
      await leaveFile(fixture, runId, 'a member with: a long name')
      // The recorded ones belong to an interrupted run too: only their row protects them.
      await fixture.store.ledger.transaction(async (tx) => {
        const cutOff = { holder: dead, status: 'failed', error_message: 'interrupted: so it was' } as const
        await tx.updateTable('sync_run').set(cutOff).where('status', '=', 'succeeded').execute()
      })
      assert.equal((await fixture.engine.recover()).sweptFiles, 2)
      assert.deepEqual(await locations(fixture), recorded)
      assert.equal((await fixture.engine.recover()).sweptFiles, 0)
    })

    it('stay while their run continues, and when it is not in the ledger', async () => {
      await using fixture = await openSyncFixture(engine)
      const runId = await insertInterruptedRun(fixture, 'elsewhere:1')
      await acquireLease(fixture.store.ledger, leaseName('towns'), `elsewhere:1/${runId}`, hour, systemClock)
      const expected = [
        await leaveFile(fixture, runId, 'ash', 2 * hour),
        await leaveFile(fixture, randomUUID(), 'ash', 2 * hour),
      ]
      assert.deepEqual(await fixture.engine.recover(), { interruptedRuns: 0, sweptFiles: 0 })
      assert.deepEqual(await locations(fixture), expected.sort())
    })

    it('stay for an hour if the process may still write the row', async () => {
      await using fixture = await openSyncFixture(engine)
      const runId = await insertInterruptedRun(fixture, 'elsewhere:1')
      const fresh = await leaveFile(fixture, runId, 'ash', 0.9 * hour)
      await leaveFile(fixture, runId, 'bow', 1.1 * hour)
      assert.deepEqual(await fixture.engine.recover(), { interruptedRuns: 1, sweptFiles: 1 })
      assert.deepEqual(await locations(fixture), [fresh])
    })

    it('of live requests are removed once a recorded one would have been pruned, and stay until then', async () => {
      await using fixture = await openSyncFixture(engine)
      const expected: string[] = []
      for (let age = 1; age <= liveArtifactsMax; age += 1)
        expected.push(await leaveLive(fixture, 'ash', age * hour))
      for (let age = 2; age <= liveArtifactsMax; age += 1)
        expected.push(await leaveLive(fixture, 'bow', age * hour))
      const late = (liveArtifactsMax + 5) * hour
      await leaveFile(fixture, `live-${randomUUID()}`, 'ash', late)
      expected.push(await leaveFile(fixture, `live-${randomUUID()}`, 'ash', 2.5 * hour))
      expected.push(await leaveFile(fixture, `live-${randomUUID()}`, 'bow', late))
      expected.push(await leaveFile(fixture, randomUUID(), 'ash', late))
      assert.equal((await fixture.engine.recover()).sweptFiles, 1)
      assert.deepEqual(await locations(fixture), expected.sort())
    })
  })
}

async function locations(fixture: SyncFixture): Promise<string[]> {
  return (await fixture.artifactFiles()).map((path) => relative(fixture.folder, path)).sort()
}

/** The file and the row of a live request. */
async function leaveLive(fixture: SyncFixture, memberId: string, ageMs: number): Promise<string> {
  const runId = `live-${randomUUID()}`
  const location = await leaveFile(fixture, runId, memberId, ageMs)
  const capturedAt = systemClock.now() - ageMs
  const head = { service: 'notices', sourceId: 'towns', memberId, runId, capturedAt, type: 'live' } as const
  await recordArtifact(fixture.store, head, { storage: 'disk', location, sha256: '', bytes: 5, rowCount: 1 })
  return location
}

/** The file of a process that was killed before it wrote the row. */
async function leaveFile(fixture: SyncFixture, runId: string, memberId: string, ageMs = 0): Promise<string> {
  const touchedAt = systemClock.now() - ageMs
  const head = { service: 'notices', sourceId: 'towns', memberId, runId, capturedAt: touchedAt }
  const location = artifactLocation(head)
  const path = join(fixture.folder, location)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'whole')
  await utimes(path, touchedAt / 1000, touchedAt / 1000)
  return location
}
