/** What the routes for operators do with sources and members: the same as the commands `members`, `sources` and `plan`. */

import { ConfigurationError, Failure } from '../../core/errors.ts'
import { type Decision, everyMember } from '../../registry/decisions.ts'
import type { Cells, ChangedEntries } from '../../registry/edit-tables.ts'
import type { Store } from '../../store/store.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import { readProposals } from '../../sync/rosters/proposals.ts'
import type { AppContext } from '../app-context.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { type MemberTest, testMember } from '../probe/test-member.ts'
import { decideProposal, type ProposalDecision } from '../rosters/decide-proposal.ts'
import { CurrentSources } from './current-sources.ts'
import { type PlanReport, planSources } from './day-plan.ts'
import { addEntries, decide, parseMemberCsv } from './edit-registry.ts'
import { type ListedMember, type MemberFilter, type MemberPage, readMembers } from './member-list.ts'
import { type SourceSummary, toSummaries } from './source-summaries.ts'

export interface OperatorMembers {
  list(filter: MemberFilter, page: MemberPage): Promise<ListedMember[]>
  /** `source`: or `chains` or `installations`, as for `members add`. */
  add(source: string, entries: readonly Cells[], signal: AbortSignal): Promise<ChangedEntries>
  importCsv(source: string, csv: string, signal: AbortSignal): Promise<ChangedEntries>
  decide(decision: Decision, signal: AbortSignal): Promise<void>
  /** Throws `overloaded` while another test is under way. */
  test(sourceId: string, memberId: string, signal: AbortSignal): Promise<MemberTest>
  sources(): Promise<SourceSummary[]>
  plan(): Promise<PlanReport>
  proposals(
    filter: Parameters<typeof readProposals>[1],
    page: Parameters<typeof readProposals>[2],
  ): Promise<MemberProposalRow[]>
  decideProposal(decision: ProposalDecision, signal: AbortSignal): Promise<MemberProposalRow>
  /** What is wrong with the operator's tables, which are then not in effect. */
  problems(): readonly string[]
}

export function createOperatorMembers(
  context: AppContext,
  store: Store,
  current = new CurrentSources(context),
): OperatorMembers {
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
    async list(filter, page) {
      const { sources } = await current.read()
      return await readMembers({ sources, store, nowMs: clock.now() }, filter, page)
    },
    add: (source, entries, signal) => change(() => addEntries(loaded, source, entries, signal)),
    importCsv: (source, csv, signal) => change(() => addEntries(loaded, source, parseMemberCsv(csv), signal)),
    decide: (decision, signal) =>
      change(async () => {
        await requireMember(decision)
        await decide(loaded, decision, signal)
      }),
    test: (sourceId, memberId, signal) =>
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
    proposals: (filter, page) => readProposals(store.ledger, filter, page),
    decideProposal: (decision, signal) =>
      change(() => decideProposal({ loaded, store, clock }, decision, signal)),
    problems: () => profile.registryProblems(),
  }
}
