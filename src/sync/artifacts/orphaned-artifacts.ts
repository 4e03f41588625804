/** Removes artifact files without a row in the ledger, left by interrupted runs and live requests. */

import { sql } from 'kysely'
import { chunks } from '../../store/chunks.ts'
import { isHolderDead } from '../run/run-holder.ts'
import { readInterruptedRuns } from '../run/run-rows.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { liveArtifactsMax } from './live-artifacts.ts'

/** Older runs were cleaned up at an earlier start. */
const lookBackMs = 7 * 24 * 60 * 60_000
const runsMax = 100
/** A process that may be alive could still write the row. */
const unmodifiedMsMin = 60 * 60_000

type Deps = Pick<SyncDeps, 'store' | 'artifacts' | 'clock' | 'holder' | 'processStartedAt'>

/** Returns the number of removed files. */
export async function removeOrphanedArtifacts(deps: Deps): Promise<number> {
  return (await removeRunOrphans(deps)) + (await removeLiveOrphans(deps))
}

/** Only files of runs that this ledger has closed. Others were put there by people, or serve to rebuild a lost ledger. */
async function removeRunOrphans(deps: Deps): Promise<number> {
  const { store, artifacts, clock } = deps
  const runs = await readInterruptedRuns(store.ledger, clock.now() - lookBackMs, runsMax)
  let removed = 0
  for (const [sourceId, sourceRuns] of Map.groupBy(runs, (run) => run.source_id)) {
    const isDeadByRun = new Map(sourceRuns.map((run) => [run.id, isHolderDead(run, deps)]))
    const files = await artifacts.listRunFiles(
      { service: sourceRuns[0]?.service ?? '', sourceId },
      isDeadByRun.keys(),
    )
    const candidates = files.filter(
      ({ runId, modifiedAt }) => isDeadByRun.get(runId) || clock.now() - modifiedAt >= unmodifiedMsMin,
    )
    for (const chunk of chunks(candidates)) {
      const locations = chunk.map(({ location }) => location)
      const recorded = await readRecordedLocations(deps, sourceId, locations)
      for (const location of locations) {
        if (recorded.has(location)) continue
        await artifacts.remove(location)
        removed += 1
      }
    }
  }
  return removed
}

/** Live responses have no run. A file is removed once the ledger has enough newer ones that it would have been pruned. */
async function removeLiveOrphans({ store, artifacts }: Deps): Promise<number> {
  const live = store.ledger.read
    .selectFrom('artifact')
    .where('artifact_type', '=', 'live')
    .where('storage', '=', artifacts.storage)
  const members = await live
    .select(['service', 'source_id', 'member_id'])
    .groupBy(['service', 'source_id', 'member_id'])
    .having(sql`count(*)`, '>=', liveArtifactsMax)
    .execute()
  let removed = 0
  for (const { service, source_id: sourceId, member_id: memberId } of members) {
    const rows = await live
      .select('location')
      .where('source_id', '=', sourceId)
      .where('member_id', '=', memberId)
      .orderBy('captured_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const recorded = new Set(rows.map(({ location }) => location))
    const oldestRetained = rows[liveArtifactsMax - 1]?.location ?? ''
    for (const location of await artifacts.listLiveFiles({ service, sourceId, memberId })) {
      if (location >= oldestRetained || recorded.has(location)) continue
      await artifacts.remove(location)
      removed += 1
    }
  }
  return removed
}

async function readRecordedLocations(
  { store, artifacts }: Deps,
  sourceId: string,
  locations: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select('location')
    .where('source_id', '=', sourceId)
    .where('storage', '=', artifacts.storage)
    .where('location', 'in', locations)
    .execute()
  return new Set(rows.map(({ location }) => location))
}
