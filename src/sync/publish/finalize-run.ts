/** Runs the writer's totals and cleanup across all members, after the last member. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HeldLease } from '../run/held-lease.ts'
import type { AnySource, MemberOutcome } from '../source.ts'
import { findWriter, type SyncDeps } from '../sync-deps.ts'
import { takeTurn } from './take-turn.ts'

export async function finalizeRun(
  deps: SyncDeps,
  source: AnySource,
  outcomes: ReadonlyMap<string, MemberOutcome>,
  lease: HeldLease,
  signal: AbortSignal,
): Promise<void> {
  const writer = findWriter(deps, source)
  if (!writer.finalizeRun) return
  const { clock } = deps
  const { readModel } = deps.store
  const { dialect } = readModel
  let remaining: 'more' | undefined
  do {
    signal.throwIfAborted()
    remaining = await takeTurn(writer, () =>
      readModel.transaction(async (tx) => {
        const progress = await writer.finalizeRun?.({
          tx,
          dialect,
          sourceId: source.id,
          now: clock.now(),
          outcomes,
        })
        await dialect.bumpVersion(tx, source.service, clock.now())
        lease.assertHeld()
        return progress
      }, signal),
    )
    // Statements of SQLite do not let the event loop turn, and the lease of a long run has to be renewed.
    await nextTurn()
  } while (remaining === 'more')
}
