/** Removes the files of cut-off runs and live reads that got their name and never their row in the ledger, or lost it. */

import { sql } from 'kysely'
import { isHolderDead } from '../run/run-holder.ts'
import { readInterruptedRuns } from '../run/run-rows.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { liveArtifactsMax } from './live-artifacts.ts'

/** What was cut off longer ago was looked after at an earlier start. */
const lookBackMs = 7 * 24 * 60 * 60_000
const runsMax = 100
/** A process that may live could still be about to write the row. */
const unmodifiedMsMin = 60 * 60_000
const batchSize = 500

type Deps = Pick<SyncDeps, 'store' | 'artifacts' | 'clock' | 'holder' | 'processStartedAt'>

/** Returns how many were removed. */
export async function removeOrphanedArtifacts(deps: Deps): Promise<number> {
  return (await removeRunOrphans(deps)) + (await removeLiveOrphans(deps))
}

/**
 * Only files of runs that this ledger has closed: whatever else has no row was put there by people, or is what a lost
 * ledger is made again from.
 */
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
    for (let at = 0; at < candidates.length; at += batchSize) {
      const locations = candidates.slice(at, at + batchSize).map(({ location }) => location)
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

/**
 * Live reads have no run that could have been closed. Their files go where the ledger knows as many newer ones as are
 * kept of a member: recorded, they would have been forgotten.
 */
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
