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
  describe(`${engine.name}: whole files without a row`, { skip: engine.skip }, () => {
    it('go when the run they are of died, and those with a row stay', async () => {
      await using bench = await openSyncFixture(engine)
      await bench.engine.run('towns', manual)
      const recorded = await locations(bench)
      const runId = await insertInterruptedRun(bench, dead)
      await leaveFile(bench, runId, 'ash')
      await leaveFile(bench, runId, 'a member with: a long name')
      // The recorded ones are of a cut-off run too: it is the row that keeps them.
      await bench.store.ledger.transaction(async (tx) => {
        const cutOff = { holder: dead, status: 'failed', error_message: 'interrupted: so it was' } as const
        await tx.updateTable('sync_run').set(cutOff).where('status', '=', 'succeeded').execute()
      })
      assert.equal((await bench.engine.recover()).sweptFiles, 2)
      assert.deepEqual(await locations(bench), recorded)
      assert.equal((await bench.engine.recover()).sweptFiles, 0)
    })

    it('stay while their run goes on, and when the ledger does not know it', async () => {
      await using bench = await openSyncFixture(engine)
      const runId = await insertInterruptedRun(bench, 'elsewhere:1')
      await acquireLease(bench.store.ledger, leaseName('towns'), `elsewhere:1/${runId}`, hour, systemClock)
      const kept = [
        await leaveFile(bench, runId, 'ash', 2 * hour),
        await leaveFile(bench, randomUUID(), 'ash', 2 * hour),
      ]
      assert.deepEqual(await bench.engine.recover(), { interruptedRuns: 0, sweptFiles: 0 })
      assert.deepEqual(await locations(bench), kept.sort())
    })

    it('stay for an hour where the process may still be about to write the row', async () => {
      await using bench = await openSyncFixture(engine)
      const runId = await insertInterruptedRun(bench, 'elsewhere:1')
      const fresh = await leaveFile(bench, runId, 'ash', 0.9 * hour)
      await leaveFile(bench, runId, 'bow', 1.1 * hour)
      assert.deepEqual(await bench.engine.recover(), { interruptedRuns: 1, sweptFiles: 1 })
      assert.deepEqual(await locations(bench), [fresh])
    })

    it('of live reads go when a recorded one would have been forgotten, and stay until then', async () => {
      await using bench = await openSyncFixture(engine)
      const kept: string[] = []
      for (let age = 1; age <= liveArtifactsMax; age += 1)
        kept.push(await leaveLive(bench, 'ash', age * hour))
      for (let age = 2; age <= liveArtifactsMax; age += 1)
        kept.push(await leaveLive(bench, 'bow', age * hour))
      const late = (liveArtifactsMax + 5) * hour
      await leaveFile(bench, `live-${randomUUID()}`, 'ash', late)
      kept.push(await leaveFile(bench, `live-${randomUUID()}`, 'ash', 2.5 * hour))
      kept.push(await leaveFile(bench, `live-${randomUUID()}`, 'bow', late))
      kept.push(await leaveFile(bench, randomUUID(), 'ash', late))
      assert.equal((await bench.engine.recover()).sweptFiles, 1)
      assert.deepEqual(await locations(bench), kept.sort())
    })
  })
}

async function locations(bench: SyncFixture): Promise<string[]> {
  return (await bench.artifactFiles()).map((path) => relative(bench.folder, path)).sort()
}

/** What a live read leaves on disk and in the ledger. */
async function leaveLive(bench: SyncFixture, memberId: string, ageMs: number): Promise<string> {
  const runId = `live-${randomUUID()}`
  const location = await leaveFile(bench, runId, memberId, ageMs)
  const capturedAt = systemClock.now() - ageMs
  const head = { service: 'notices', sourceId: 'towns', memberId, runId, capturedAt, type: 'live' } as const
  await recordArtifact(bench.store, head, { storage: 'disk', location, sha256: '', bytes: 5, rowCount: 1 })
  return location
}

/** What a killed process leaves on disk between naming a file and telling the ledger. */
async function leaveFile(bench: SyncFixture, runId: string, memberId: string, ageMs = 0): Promise<string> {
  const touchedAt = systemClock.now() - ageMs
  const head = { service: 'notices', sourceId: 'towns', memberId, runId, capturedAt: touchedAt }
  const location = artifactLocation(head)
  const path = join(bench.folder, location)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'whole')
  await utimes(path, touchedAt / 1000, touchedAt / 1000)
  return location
}
