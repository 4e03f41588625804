/** Takes in one board, from the request to the published postings, and says what memory that took. Argument: origin. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/core/clock.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import { searchJobs } from '../../../src/services/jobs/queries/search-jobs.ts'
import { greenhouse } from '../../../src/services/jobs/sources/adapters/greenhouse.ts'
import { jobsWriter } from '../../../src/services/jobs/sync.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { allowedHosts, withMembers } from '../../../src/sync/define-source.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import { openJobsStore } from '../../data/jobs-store.ts'
import { serveRunner } from '../serve-runner.ts'

const [origin = ''] = process.argv.slice(2)
const source = withMembers(greenhouse, [{ id: 'large', key: 'large', name: 'Large', home: 'US' }])

serveRunner({}, sync, () => {})

async function sync(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-large-board-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const store = stack.use(await openJobsStore(folder, 'worker'))
  const outbound = stack.use(
    createOutbound({
      userAgent: 'Broadsheet/bench',
      hosts: allowedHosts([source]),
      overrideOrigin: () => ({ origin }),
    }),
  )
  const engine = createSyncEngine({
    store,
    outbound,
    artifacts: diskArtifactStore({ folder: join(folder, 'artifacts') }),
    sources: [source as never],
    writers: [jobsWriter as never],
    clock: systemClock,
    events: silentEvents,
    holder: 'bench',
  })
  const before = process.memoryUsage.rss()
  const start = performance.now()
  const report = await engine.run(source.id, { mode: 'manual', signal: AbortSignal.timeout(10 * 60_000) })
  const seconds = (performance.now() - start) / 1000
  const { total } = await searchJobs(store.readModel, { active: true }, { limit: 1 })
  const peak = process.resourceUsage().maxRSS * 1024
  return { before, peak, seconds, total, report }
}
