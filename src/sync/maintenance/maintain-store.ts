/** Removes what has outlived its retention: once an hour, on one of the processes that share the store. */

import { acquireLease } from '../../store/coordination/lease.ts'
import type { ArtifactType } from '../artifacts/artifact-rows.ts'
import { liveArtifactsMax } from '../artifacts/live-artifacts.ts'
import { pruneArtifacts } from '../artifacts/prune-artifacts.ts'
import { sweepArtifactFiles } from '../artifacts/sweep-artifact-files.ts'
import { pruneMemberHealth } from '../health/member-health.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { pruneRuns } from './prune-runs.ts'
import { pruneService } from './prune-service.ts'

const leaseName = 'maintenance'
const everyMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000
/** Members whose artifacts are pruned at a time; the next hour continues. */
const membersMax = 500

/** Does nothing if it was done within the last hour. The lease is not released: it marks the hour. */
export async function maintainStore(deps: SyncDeps, signal?: AbortSignal): Promise<void> {
  const { store, clock, holder, leaseTime } = deps
  if (!(await acquireLease(store.ledger, leaseName, holder, everyMs, leaseTime))) return
  const steps: [what: string, step: () => Promise<unknown>][] = [
    ['artifact files', () => sweepArtifactFiles(deps)],
    ['artifacts', () => pruneAllArtifacts(deps)],
    ['runs', () => pruneRuns(store.ledger, clock.now() - deps.runDays * dayMs)],
    ['health of members', () => pruneMemberHealth(store.ledger, clock.now())],
    ...deps.writers.map(
      (writer) =>
        [`data of ${writer.service}`, () => pruneService(deps, writer, signal)] as [
          string,
          () => Promise<unknown>,
        ],
    ),
  ]
  for (const [what, step] of steps) {
    if (signal?.aborted) return
    await step().catch((thrown: unknown) => {
      if (signal?.aborted) return
      const reason = thrown instanceof Error ? thrown.message : String(thrown)
      deps.events.scheduleFailed({
        message: `maintenance of ${what} failed, retrying in an hour: ${reason}`,
        ...(thrown instanceof Error && thrown.stack ? { cause: thrown.stack } : {}),
      })
    })
  }
}

/** Also of members that are no longer configured. */
async function pruneAllArtifacts(deps: SyncDeps): Promise<void> {
  const retainMax: Readonly<Record<ArtifactType, number>> = {
    answers: deps.artifactsPerMember,
    live: liveArtifactsMax,
  }
  for (const type of ['answers', 'live'] as const) {
    const members = await deps.store.ledger.read
      .selectFrom('artifact')
      .select(['source_id', 'member_id'])
      .where('artifact_type', '=', type)
      .groupBy(['source_id', 'member_id'])
      // One more than the newest: a published one that is older stays.
      .having(({ fn }) => fn.countAll(), '>', retainMax[type] + 1)
      .limit(membersMax)
      .execute()
    for (const { source_id: sourceId, member_id: memberId } of members) {
      const member = { sourceId, memberId, type }
      while ((await pruneArtifacts(deps, member, retainMax[type])) > 0);
    }
  }
}
