/** Removes files that a process was about to write or remove when it died. */

import { isHolderDead } from '../run/run-holder.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { forgetFiles } from './artifact-rows.ts'

/** The most files of one sweep; the next one continues. */
const filesMax = 1000
/** Whether a process on another machine is alive is unknown; no write takes this long. */
const unfinishedMsMax = 24 * 60 * 60_000

/** Also those that it had only begun to write. Returns the number of files that are gone now. */
export async function sweepArtifactFiles(deps: SyncDeps): Promise<number> {
  const staged = await deps.artifacts.removeStaleStaged(deps.clock.now())
  const removed = staged + (await sweepNotedFiles(deps))
  if (removed > 0) deps.events.artifactsSwept({ removed })
  return removed
}

async function sweepNotedFiles(deps: SyncDeps): Promise<number> {
  const { store, artifacts, clock } = deps
  const notes = await store.ledger.read
    .selectFrom('artifact_file')
    .selectAll()
    .where('storage', '=', artifacts.storage)
    .orderBy('noted_at')
    .limit(filesMax)
    .execute()
  const now = clock.now()
  const abandoned = notes.filter(
    ({ holder, noted_at }) =>
      isHolderDead({ holder, started_at: noted_at }, deps) || now - noted_at >= unfinishedMsMax,
  )
  let removed = 0
  for (const { location } of abandoned) {
    await artifacts.remove(location)
    await forgetFiles(store, artifacts, [location])
    removed += 1
  }
  return removed
}
