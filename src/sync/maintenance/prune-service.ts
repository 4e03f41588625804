/** Deletes what a service stores for long enough, after it was archived, if there is an archive. */

import { ArchiveAttempt } from '../../store/archive-attempt.ts'
import type { AnyWriter, Archived } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'

/** Transactions; each deletes a bounded number of rows. */
const partsMax = 1000

/** Throws at the end if the archive has not taken what was due. */
export async function pruneService(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  { service, prune, archive }: AnyWriter,
  signal?: AbortSignal,
): Promise<void> {
  if (!prune) return
  const { readModel } = store
  const { dialect } = readModel
  const attempt = new ArchiveAttempt()
  for (let part = 0; part < partsMax; ) {
    // Not in a transaction: other writers would wait for the archive.
    const archived = await archive?.({ db: readModel, now: clock.now(), signal, attempt })
    let deleted: number
    do {
      deleted = await readModel.transaction(async (tx) => {
        const count = await prune({ tx, dialect, now: clock.now(), archived })
        if (count > 0) await dialect.bumpVersion(tx, service, clock.now())
        return count
      }, signal)
      part += 1
    } while (deleted > 0 && part < partsMax)
    if (archived === undefined || isNothing(archived)) break
  }
  attempt.end()
}

function isNothing({ changesUntil = 0, records = [] }: Archived): boolean {
  return changesUntil === 0 && records.length === 0
}
