/** Reads the rosters of the platforms once a day. What differs from the registry is proposed or, if so set, changed. */

import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { identityLedger, recordAction } from '../../identity/index.ts'
import { type CinemaSource, cinemaRosters } from '../../services/cinema/sync.ts'
import type { Store } from '../../store/store.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import type { BackgroundTask } from '../../sync/background-task.ts'
import { compareRoster } from '../../sync/rosters/compare-roster.ts'
import { openMax, readMemories, readProposals, saveComparison } from '../../sync/rosters/proposals.ts'
import type { Roster } from '../../sync/rosters/roster.ts'
import type { AnySource } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { decideProposal } from './decide-proposal.ts'

const dayMs = 86_400_000
/** In the audit log. */
const operator = 'roster'

export interface RosterDeps {
  readonly store: Store
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly sources: readonly AnySource[]
}

/** Undefined if the settings turn it off, or no platform lists its members. */
export function rosterTask(context: AppContext, deps: RosterDeps): BackgroundTask | undefined {
  if (context.loaded.config.registry.rosters === 'off') return undefined
  const rosters = cinemaRosters(deps.sources.filter((source) => isCinemaSource(source)))
  if (rosters.length === 0) return undefined
  return { name: 'rosters', everyMs: dayMs, run: (signal) => readRosters(context, deps, rosters, signal) }
}

function isCinemaSource(source: AnySource): source is AnySource & CinemaSource {
  return source.service === 'cinema' && 'adapter' in source
}

/** One after the other. One that fails does not stop the others. */
export async function readRosters(
  context: AppContext,
  { store, outbound }: Pick<RosterDeps, 'store' | 'outbound'>,
  rosters: readonly Roster[],
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger, loaded } = context
  const found = new Set<string>()
  for (const roster of rosters) {
    signal.throwIfAborted()
    try {
      const entries = await roster.read(outbound.for(roster.polite), clock.now(), signal)
      const now = clock.now()
      const memories = await readMemories(store.ledger, roster)
      const comparison = compareRoster(roster.known, entries, memories, now)
      if (comparison.problem !== undefined) {
        logger.warn({ roster: roster.name, problem: comparison.problem }, 'a roster is not believed')
        continue
      }
      const added = await saveComparison(store.ledger, roster, comparison, now)
      if (added.length > 0)
        logger.info({ roster: roster.name, changes: countKinds(added) }, 'a roster has changed')
      for (const { id } of added) found.add(id)
    } catch (thrown) {
      signal.throwIfAborted()
      logger.warn({ roster: roster.name, err: thrown }, 'a roster cannot be read')
    }
  }
  // Last: a change of the registry soon ends this task, which then starts again.
  if (loaded.config.registry.rosters === 'apply') await applyOpen(context, store, found, signal)
}

/** Also those that were left when the task was stopped. `found`: those that are new. */
async function applyOpen(
  context: AppContext,
  store: Store,
  found: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const open = await readProposals(store.ledger, { status: 'open' }, { limit: openMax })
  for (const { id, source_id, member_id, kind, detail } of open) {
    signal.throwIfAborted()
    try {
      await decideProposal({ ...context, store }, { id, status: 'approved', operator }, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      // It stays a proposal, for lack of a time zone for example. Once is enough to say so.
      if (found.has(id))
        context.logger.warn({ proposal: id, err: thrown }, 'a proposal of a roster cannot be applied')
      continue
    }
    const target = `${source_id} ${member_id}`
    const action = { operator, action: `members.${kind}`, target, details: { detail } }
    await identityLedger(store.ledger).transaction((tx) => recordAction(tx, action, context.clock.now()))
  }
}

function countKinds(proposals: readonly MemberProposalRow[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(proposals, ({ kind }) => kind))
  return Object.fromEntries(groups.map(([kind, rows = []]) => [kind, rows.length]))
}
