/** What the routes for operators do with sources and members: the same as the commands `members`, `sources` and `plan`. */

import { ConfigurationError, Failure } from '../../core/errors.ts'
import { type Decision, everyMember } from '../../registry/decisions.ts'
import type { Cells } from '../../registry/edit-tables.ts'
import type { Store } from '../../store/store.ts'
import { readProposals } from '../../sync/rosters/proposals.ts'
import type { AppContext } from '../app-context.ts'
import { testMember } from '../probe/test-member.ts'
import { decideProposal, type ProposalDecision } from '../rosters/decide-proposal.ts'
import { oneAtATime } from '../tasks/one-at-a-time.ts'
import { CurrentSources } from './current-sources.ts'
import { planSources } from './day-plan.ts'
import { addEntries, decide, parseMemberCsv } from './edit-registry.ts'
import { type MemberFilter, type MemberPage, readMembers } from './member-list.ts'
import { toSummaries } from './source-summaries.ts'

export type OperatorMembers = ReturnType<typeof createOperatorMembers>

export function createOperatorMembers(
  context: AppContext,
  store: Store,
  current = new CurrentSources(context),
) {
  const { loaded, clock, profile } = context
  const takeTurn = oneAtATime({
    clock,
    store,
    name: 'member test',
    busyMessage: 'Another member is being tested.',
  })

  async function change<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    if (loaded.config.run.profile !== 'live')
      throw new Failure('invalid_request', 'The members of the sandbox are made up and cannot be changed.')
    try {
      return await work()
    } catch (thrown) {
      if (!(thrown instanceof ConfigurationError)) throw thrown
      const { problems } = thrown
      throw new Failure('invalid_request', `Nothing was changed: ${problems[0]}`, { details: { problems } })
    }
  }

  async function requireMember({ source, member, status }: Decision): Promise<void> {
    // A removed member can be resumed, although it is in no list.
    if (member === everyMember || status === 'on') return
    const { sources } = await current.read()
    const found = sources.find(({ id }) => id === source)?.members.some(({ id }) => id === member)
    if (!found) throw new Failure('not_found', `There is no member ${member} of a source ${source}.`)
  }

  return {
    async list(filter: MemberFilter, page: MemberPage) {
      const { sources } = await current.read()
      return await readMembers({ sources, store, nowMs: clock.now() }, filter, page)
    },
    /** `source`: or `chains` or `installations`, as for `members add`. */
    add: (source: string, entries: readonly Cells[], signal: AbortSignal) =>
      change(() => addEntries(loaded, source, entries, signal)),
    importCsv: (source: string, csv: string, signal: AbortSignal) =>
      change(() => addEntries(loaded, source, parseMemberCsv(csv), signal)),
    decide: (decision: Decision, signal: AbortSignal) =>
      change(async () => {
        await requireMember(decision)
        await decide(loaded, decision, signal)
      }),
    /** Throws `overloaded` while another test is under way. */
    test: (sourceId: string, memberId: string, signal: AbortSignal) =>
      takeTurn(async () => {
        const { sources, writers } = await current.read()
        const source = sources.find(({ id }) => id === sourceId)
        const member = source?.members.find(({ id }) => id === memberId)
        const writer = writers.find(({ service }) => service === source?.service)
        if (!source || !member || !writer)
          throw new Failure('not_found', `There is no member ${memberId} of a source ${sourceId}.`)
        return await testMember(context, { source, writer, member }, signal, { store })
      }),
    sources: async () => toSummaries(context, (await current.read()).sources),
    plan: async () => await planSources(context, (await current.read()).sources, store),
    proposals: (filter: Parameters<typeof readProposals>[1], page: Parameters<typeof readProposals>[2]) =>
      readProposals(store.ledger, filter, page),
    decideProposal: (decision: ProposalDecision, signal: AbortSignal) =>
      change(() => decideProposal({ loaded, store, clock }, decision, signal)),
    /** What is wrong with the operator's tables, which are then not in effect. */
    problems: () => profile.registryProblems(),
  }
}
