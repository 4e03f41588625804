import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { companies } from '../../../sandbox/jobs/companies.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import { searchJobs } from '../../../src/services/jobs/queries/search-jobs.ts'
import { jobAdapters } from '../../../src/services/jobs/sources/index.ts'
import { jobSources, jobsWriter } from '../../../src/services/jobs/sync.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { createSyncEngine } from '../../../src/sync/sync-engine.ts'
import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'
import { openJobsStore } from '../../data/jobs-store.ts'

/** As many sources at once as the schedule runs. */
const sourcesAtOnce = 4

/** Once, whatever the rounds: the first sync happens once. */
export const bench: Case = {
  name: 'jobs first sync',
  description: 'all boards of the sandbox without politeness, against the least time that politeness takes',
  threshold: { below: 1 },
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'broadsheet-first-sync-'))
    try {
      return await syncOnce(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function syncOnce(folder: string): ReturnType<Case['measure']> {
  await using boards = await Child.start<{ origin: string }>('jobs/job-boards.ts')
  await using store = await openJobsStore(folder, 'worker')
  const requests = new Map<string, number>()
  await using outbound = createOutbound({
    userAgent: 'Broadsheet/bench',
    hosts: allowedHosts(jobAdapters),
    overrideOrigin: () => ({ origin: boards.ready.origin }),
    events: {
      ...silentEvents,
      upstreamCall: ({ host }) => void requests.set(host, (requests.get(host) ?? 0) + 1),
    },
  })
  const polite = { atOnce: 16, gapMs: 0 }
  const impolite = jobSources(
    Object.groupBy(companies, ({ platform }) => platform),
    ['api.smartrecruiters.com'],
  ).map((source) => ({
    ...source,
    polite,
  }))
  const engine = createSyncEngine({
    store,
    outbound,
    artifacts: diskArtifactStore({ folder: join(folder, 'artifacts') }),
    sources: impolite as never,
    writers: [jobsWriter as never],
    clock: systemClock,
    events: silentEvents,
    holder: 'bench',
  })
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  const waiting = impolite.map(({ id }) => id)
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      await engine.run(id, { mode: 'manual', signal: AbortSignal.timeout(20 * 60_000) })
  }
  await Promise.all(Array.from({ length: sourcesAtOnce }, worker))
  const seconds = (performance.now() - start) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const cpuSeconds = (cpu.user + cpu.system) / 1e6
  const { total } = await searchJobs(store.readModel, { active: true }, { limit: 1 })
  const politeMin = politeSeconds(requests)
  const calls = [...requests.values()].reduce((sum, count) => sum + count, 0)
  return {
    value: seconds / politeMin,
    unit: '×',
    ours: `${seconds.toFixed(0)} s, cpu ${cpuSeconds.toFixed(0)} s`,
    baseline: `politely ${politeMin.toFixed(0)} s`,
    rounds: [{ seconds, cpuSeconds, polite: politeMin, total, calls }],
  }
}

/** The slowest host decides: so many requests, so long between their starts. */
function politeSeconds(requests: ReadonlyMap<string, number>): number {
  return Math.max(
    ...jobAdapters.map((source) => {
      const isOurs = allowedHosts([source])
      const counts = [...requests].filter(([host]) => isOurs(host)).map(([, count]) => count)
      return (Math.max(0, ...counts) * source.polite.gapMs) / 1000
    }),
  )
}
