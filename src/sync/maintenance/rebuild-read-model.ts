/** Fills a new read model from saved responses, before the schedule runs: all of a member, oldest first. */

import { markRebuilt, readServicesToRebuild } from '../../store/read-model/rebuild-marks.ts'
import type { ArtifactRow } from '../../store/tables.ts'
import { selectMemberStates } from '../member-state.ts'
import { createPublishGroup, publishArtifact } from '../publish/publish-artifact.ts'
import { readQuarantine } from '../quarantine.ts'
import { forEachConcurrent } from '../run/for-each-concurrent.ts'
import { reportQuarantined } from '../run/report-quarantined.ts'
import { type OpenRun, withRunLease } from '../run/with-run-lease.ts'
import type { AnySource, Member } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'

/** Another node rebuilds a source, or the store is not available. */
const retryMs = 5_000

/** Resolves when nothing is left to rebuild, by any node, or when the signal is aborted. */
export async function rebuildReadModel(deps: SyncDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isDone = await tryRebuild(deps, signal).catch((thrown: Error) => {
      if (!signal.aborted) deps.events.scheduleFailed({ message: thrown.message })
      return false
    })
    if (isDone || signal.aborted) return
    await deps.clock.sleep(retryMs, signal).catch(() => {})
  }
}

async function tryRebuild(deps: SyncDeps, signal: AbortSignal): Promise<boolean> {
  const sources = Map.groupBy(deps.sources, ({ service }) => service)
  let isDone = true
  for (const service of await readServicesToRebuild(deps.store)) {
    const ofService = sources.get(service)
    if (ofService === undefined) continue
    let isRebuilt = true
    for (const source of ofService) isRebuilt = (await rebuildSource(deps, source, signal)) && isRebuilt
    if (isRebuilt) {
      await markRebuilt(deps.store, service)
      deps.events.readModelRebuilt({ service })
    }
    isDone &&= isRebuilt
  }
  return isDone
}

type SavedArtifact = Pick<ArtifactRow, 'id' | 'member_id' | 'location' | 'sha256' | 'imported_at'>

/** False if it has to be tried again. */
async function rebuildSource(deps: SyncDeps, source: AnySource, signal: AbortSignal): Promise<boolean> {
  let saved: Awaited<ReturnType<typeof readSavedArtifacts>> = new Map()
  const report = await withRunLease(
    deps,
    source,
    {
      mode: 'import',
      signal,
      // With the lease: another node may have rebuilt it until now.
      onlyIf: async () => {
        saved = await readSavedArtifacts(deps, source)
        return saved.size > 0
      },
    },
    async () => source.members.filter(({ id }) => saved.has(id)),
    async (run, members) => {
      const remaining = reportQuarantined(run, members, await readQuarantine(deps.store.ledger, source.id))
      const rounds = Math.max(...[...saved.values()].map(({ length }) => length))
      // The last round has the newest artifact of each member, whose outcome is that of the member.
      for (let fromEnd = rounds; fromEnd > 0; fromEnd -= 1)
        await publishRound(deps, source, run, remaining, (member) => saved.get(member.id)?.at(-fromEnd))
    },
  )
  if (report.status === 'skipped') return report.why === 'not due'
  return Object.keys(report.members).length === report.planned
}

/** By member, oldest first; without those that are published. */
async function readSavedArtifacts(
  { store, artifacts }: SyncDeps,
  source: AnySource,
): Promise<ReadonlyMap<string, readonly SavedArtifact[]>> {
  const states = await selectMemberStates(store, source).select(['member_id', 'artifact_id']).execute()
  const published = new Map(states.map((state) => [state.member_id, state.artifact_id]))
  const known = new Set(source.members.map(({ id }) => id))
  const rows = await store.ledger.read
    .selectFrom('artifact')
    .select(['id', 'member_id', 'location', 'sha256', 'imported_at'])
    .where('source_id', '=', source.id)
    .where('storage', '=', artifacts.storage)
    .orderBy('captured_at')
    .orderBy('id')
    .execute()
  const saved = new Map<string, readonly SavedArtifact[]>()
  for (const [memberId, all] of Map.groupBy(rows, ({ member_id }) => member_id)) {
    const unpublished = all.slice(1 + all.findIndex(({ id }) => id === published.get(memberId)))
    if (known.has(memberId) && unpublished.length > 0) saved.set(memberId, unpublished)
  }
  return saved
}

async function publishRound(
  deps: SyncDeps,
  source: AnySource,
  run: OpenRun,
  members: readonly Member[],
  artifactOf: (member: Member) => SavedArtifact | undefined,
): Promise<void> {
  const { lease, signal } = run
  const round = members.flatMap((member) => {
    const artifact = artifactOf(member)
    return artifact ? [{ member, artifact }] : []
  })
  const group = createPublishGroup(deps, { source, lease, signal, members: round.length })
  await forEachConcurrent(round, deps.membersAtOnce, signal, ({ member, artifact }, onWaiting) =>
    run.runMember(member.id, async () => {
      const publisher = group?.addMember()
      try {
        const wasPublished = artifact.imported_at !== null
        const options = { source, member, artifact, lease, signal, publisher, onWaiting }
        const report = await publishArtifact(deps, { ...options, force: false, wasPublished })
        if (report.outcome === 'published' && !wasPublished) run.markPublished(artifact.id)
        return report
      } finally {
        publisher?.leave()
      }
    }),
  )
}
