/** Fills a new read model from saved responses, before the schedule runs: all of a member, oldest first. */

import { markRebuilt, readServicesToRebuild } from '../../store/read-model/rebuild-marks.ts'
import type { ArtifactRow } from '../../store/tables.ts'
import { selectMemberStates } from '../member-state.ts'
import { preparePublication } from '../publish/prepare-publication.ts'
import { Publisher } from '../publish/publisher.ts'
import { readQuarantine } from '../quarantine.ts'
import { forEachConcurrent } from '../run/for-each-concurrent.ts'
import { openRun, type Run } from '../run/open-run.ts'
import { reportQuarantined } from '../run/report-quarantined.ts'
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
type SavedArtifacts = ReadonlyMap<string, readonly SavedArtifact[]>

/** False if it has to be tried again. */
async function rebuildSource(deps: SyncDeps, source: AnySource, signal: AbortSignal): Promise<boolean> {
  await using run = await openRun(deps, source, { mode: 'import', signal })
  if (!run) return false
  // With the lease: another node may have rebuilt it until now.
  const saved = await readSavedArtifacts(deps, source)
  if (saved.size === 0) return true
  const members = source.members.filter(({ id }) => saved.has(id))
  await run.start(members.length)
  const report = await run.finish(publishSaved(deps, run, members, saved))
  return Object.keys(report.members).length === report.planned
}

async function publishSaved(
  deps: SyncDeps,
  run: Run,
  members: readonly Member[],
  saved: SavedArtifacts,
): Promise<void> {
  const quarantine = await readQuarantine(deps.store.ledger, run.source.id)
  const remaining = reportQuarantined(run, members, quarantine)
  const rounds = Math.max(...[...saved.values()].map(({ length }) => length))
  // The last round has the newest artifact of each member, whose outcome is that of the member.
  for (let fromEnd = rounds; fromEnd > 0; fromEnd -= 1) {
    const round = remaining.flatMap((member) => {
      const artifact = saved.get(member.id)?.at(-fromEnd)
      return artifact ? [{ member, artifact }] : []
    })
    await publishRound(deps, run, round)
  }
}

/** By member, oldest first; without those that are published. */
async function readSavedArtifacts(
  { store, artifacts }: SyncDeps,
  source: AnySource,
): Promise<SavedArtifacts> {
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
  run: Run,
  round: readonly { readonly member: Member; readonly artifact: SavedArtifact }[],
): Promise<void> {
  const { source, signal } = run
  const publisher = new Publisher(deps, run)
  const waiting: Promise<void>[] = []
  await forEachConcurrent(round, deps.membersAtOnce, signal, async ({ member, artifact }) => {
    const wasPublished = artifact.imported_at !== null
    if (!wasPublished) run.withNewArtifact.add(member.id)
    const options = { source, member, artifact, signal, force: false, wasPublished }
    const preparing = preparePublication(deps, options)
    const recorded = run.record(member.id, publisher.publish(preparing))
    if (await publisher.mayWait(preparing)) waiting.push(recorded)
    else await recorded
  })
  publisher.end()
  await Promise.all(waiting)
}
