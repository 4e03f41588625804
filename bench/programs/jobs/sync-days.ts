/**
 * Reads the job boards of a part of the registry, one day per question, and says what processor time that took.
 * Arguments: origin, the share of the registry, how far the clock is ahead. A question: how much further it is by now.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/core/clock.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import { readDecisions } from '../../../src/registry/decisions.ts'
import { RegistryFiles } from '../../../src/registry/registry-files.ts'
import { jobSources, jobsWriter, loadBoards } from '../../../src/services/jobs/sync.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import { isInShare } from '../../../test/rehearsal/fates.ts'
import { openJobsStore } from '../../data/jobs-store.ts'
import { serveRunner } from '../serve-runner.ts'

const [origin = '', share, ahead] = process.argv.slice(2)
/** As many sources at once as the schedule runs. */
const sourcesAtOnce = 4

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-sync-days-'))
await using stack = new AsyncDisposableStack()
let aheadMs = Number(ahead)
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs }

const files = new RegistryFiles()
const sources = jobSources(loadBoards(files, readDecisions(files)), ['api.smartrecruiters.com']).map(
  (source) => ({
    ...source,
    polite: { atOnce: source.polite.atOnce, gapMs: 0 },
    members: source.members.filter(({ id }) => isInShare(Number(share), source.id, id)),
  }),
)
const store = stack.use(await openJobsStore(folder, 'worker'))
const outbound = stack.use(
  createOutbound({
    userAgent: 'Broadsheet/bench',
    hosts: allowedHosts(sources),
    overrideOrigin: () => ({ origin }),
    clock,
  }),
)
const engine = createSyncEngine({
  store,
  outbound,
  artifacts: diskArtifactStore({ folder: join(folder, 'artifacts') }),
  sources: sources as never,
  writers: [jobsWriter as never],
  clock,
  events: silentEvents,
  holder: 'bench',
})
const owned = stack.move()
serveRunner({}, syncDay, async () => {
  await owned.disposeAsync()
  rmSync(folder, { recursive: true, force: true })
})

async function syncDay(laterMs: unknown): Promise<object> {
  aheadMs += Number(laterMs)
  const waiting = sources.map(({ id }) => id)
  const [processBefore, threadBefore] = [process.cpuUsage(), process.threadCpuUsage()]
  const sums = { members: 0, failed: 0, records: 0, written: 0, unchanged: 0, removed: 0 }
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const report = await engine.run(id, { mode: 'scheduled', signal: AbortSignal.timeout(20 * 60_000) })
      if (!('members' in report)) throw new Error(`${id} was skipped`)
      for (const member of Object.values(report.members)) {
        sums.members += 1
        if (member.outcome !== 'published') sums.failed += 1
        else {
          sums.records += member.records
          sums.written += member.written
          sums.unchanged += member.unchanged
          sums.removed += member.removed
        }
      }
    }
  }
  await Promise.all(Array.from({ length: sourcesAtOnce }, work))
  return {
    ...sums,
    processSeconds: secondsOf(process.cpuUsage(processBefore)),
    threadSeconds: secondsOf(process.threadCpuUsage(threadBefore)),
  }
}

function secondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6
}
