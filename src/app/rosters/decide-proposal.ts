/** An operator approves or rejects what a roster proposes. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import { Failure } from '../../core/errors.ts'
import type { Cells } from '../../registry/edit-tables.ts'
import type { Store } from '../../store/store.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import { closeProposal, type ProposalStatus, requireOpenProposal } from '../../sync/rosters/proposals.ts'
import { applyProposal } from './apply-proposal.ts'

export interface ProposalDecision {
  readonly id: string
  readonly status: Exclude<ProposalStatus, 'open'>
  /** What the platform does not say, such as a time zone. */
  readonly cells?: Cells
  readonly operator: string
}

/** Throws `not_found`, `invalid_request` if it is decided, and `ConfigurationError` if it cannot be applied. */
export async function decideProposal(
  { loaded, store, nowMs }: { readonly loaded: LoadedConfig; readonly store: Store; readonly nowMs: number },
  { id, status, cells = {}, operator }: ProposalDecision,
  signal: AbortSignal,
): Promise<MemberProposalRow> {
  const proposal = await requireOpenProposal(store.ledger, id)
  // To apply a change twice does no harm.
  if (status === 'approved') await applyProposal(loaded, proposal, cells, signal)
  if (!(await closeProposal(store.ledger, proposal, status, operator, nowMs)))
    throw new Failure('invalid_request', `The proposal ${id} has just been decided.`)
  return { ...proposal, status }
}
