/** Proposals for the command line. */

import { userInfo } from 'node:os'
import { identityLedger, recordAction } from '../../identity/index.ts'
import { type ProposalStatus, readProposals } from '../../sync/rosters/proposals.ts'
import type { AppContext } from '../app-context.ts'
import { decideProposal, type ProposalDecision } from '../rosters/decide-proposal.ts'
import { createStore, openExistingStore, requireDatabase } from '../store.ts'
import { toProposal } from './proposal-routes.ts'

type Proposal = ReturnType<typeof toProposal>

const shownMax = 5000

/** Without a database nothing was proposed, and none is created to say so. */
export async function listProposals(context: AppContext, status: ProposalStatus): Promise<Proposal[]> {
  await using store = await openExistingStore(context)
  if (store === undefined) return []
  return (await readProposals(store.ledger, { status }, { limit: shownMax })).map(toProposal)
}

export async function decideFromCommandLine(
  context: AppContext,
  decision: Omit<ProposalDecision, 'operator'>,
  signal: AbortSignal,
): Promise<Proposal> {
  const { loaded, clock } = context
  requireDatabase(loaded)
  await using store = await createStore(context, 'worker', { mayMigrate: false })
  const operator = userInfo().username
  const row = await decideProposal({ loaded, store, clock }, { ...decision, operator }, signal)
  const action = { operator, action: `proposals.${decision.status}`, target: decision.id }
  await identityLedger(store.ledger).transaction((tx) => recordAction(tx, action, clock.now()))
  return toProposal(row)
}
