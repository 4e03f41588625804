/** Reads the rosters of the platforms once a day. What differs from the registry is proposed or, if so set, changed. */

import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { identityLedger, recordAction } from '../../identity/index.ts'
import { type CinemaSource, cinemaRosters } from '../../services/cinema/sync.ts'
import type { Store } from '../../store/store.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import type { BackgroundTask } from '../../sync/background-task.ts'
import { compareRoster } from '../../sync/rosters/compare-roster.ts'
import { closeProposal, readMemories, saveComparison } from '../../sync/rosters/proposals.ts'
import type { Roster } from '../../sync/rosters/roster.ts'
import type { AnySource } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { applyProposal } from './apply-proposal.ts'

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
  for (const roster of rosters) {
    signal.throwIfAborted()
    try {
      const entries = await roster.read(outbound.for(roster.polite), clock.now(), signal)
      const memories = await readMemories(store.ledger, roster)
      const comparison = compareRoster(roster.known, entries, memories, clock.now())
      if (comparison.problem !== undefined) {
        logger.warn({ roster: roster.name, problem: comparison.problem }, 'a roster is not believed')
        continue
      }
      const added = await saveComparison(store.ledger, roster, comparison, clock.now())
      if (added.length > 0)
        logger.info({ roster: roster.name, changes: countKinds(added) }, 'a roster has changed')
      if (loaded.config.registry.rosters === 'apply')
        for (const proposal of added) await applyNow(context, store, proposal, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      logger.warn({ roster: roster.name, err: thrown }, 'a roster cannot be read')
    }
  }
}

/** What cannot be applied, for lack of a time zone for example, stays a proposal. */
async function applyNow(
  { loaded, clock, logger }: AppContext,
  store: Store,
  proposal: MemberProposalRow,
  signal: AbortSignal,
): Promise<void> {
  const { source_id, member_id, kind, detail } = proposal
  try {
    await applyProposal(loaded, proposal, {}, signal)
  } catch (thrown) {
    signal.throwIfAborted()
    logger.warn({ proposal: proposal.id, err: thrown }, 'a proposal of a roster cannot be applied')
    return
  }
  await closeProposal(store.ledger, proposal, 'approved', operator, clock.now())
  const action = {
    operator,
    action: `members.${kind}`,
    target: `${source_id} ${member_id}`,
    details: { detail },
  }
  await identityLedger(store.ledger).transaction((tx) => recordAction(tx, action, clock.now()))
}

function countKinds(proposals: readonly MemberProposalRow[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(proposals, ({ kind }) => kind))
  return Object.fromEntries(groups.map(([kind, rows = []]) => [kind, rows.length]))
}
