/** An operator approves or rejects what a roster proposes. */

import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { Failure } from '../../core/errors.ts'
import type { Cells } from '../../registry/edit-tables.ts'
import type { Store } from '../../store/store.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import { closeProposal, type ProposalStatus, requireOpenProposal } from '../../sync/rosters/proposals.ts'
import { holdNamedLease } from '../../sync/run/held-lease.ts'
import { applyProposal } from './apply-proposal.ts'

export interface ProposalDecision {
  readonly id: string
  readonly status: Exclude<ProposalStatus, 'open'>
  /** What the platform does not say, such as a time zone. */
  readonly cells?: Cells
  readonly operator: string
}

interface DecisionDeps {
  readonly loaded: LoadedConfig
  readonly store: Store
  readonly clock: Clock
}

/** Longer than a process may be busy; it is renewed meanwhile. */
const leaseMs = 15_000

/** Throws `not_found`, `invalid_request` if it is decided, and `ConfigurationError` if it cannot be applied. */
export async function decideProposal(
  { loaded, store, clock }: DecisionDeps,
  { id, status, cells = {}, operator }: ProposalDecision,
  signal: AbortSignal,
): Promise<MemberProposalRow> {
  // Otherwise what one operator rejects might be applied for another at the same time.
  await using lease = await holdNamedLease(store, clock, `proposal:${id}`, leaseMs)
  if (lease === undefined)
    throw new Failure('invalid_request', `Somebody else is deciding the proposal ${id}.`)
  const proposal = await requireOpenProposal(store.ledger, id)
  if (status === 'approved') await applyProposal(loaded, proposal, cells, signal)
  return await closeProposal(store.ledger, proposal, status, operator, clock.now())
}
