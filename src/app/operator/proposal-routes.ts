/** `/v1/proposals`: what the rosters of platforms propose to change in the registry. */

import { Type } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { cursor, instant, limit, nullable, oneOf, withDefault } from '../../http/openapi/fields.ts'
import { dataReply, pageReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import { proposalStatuses } from '../../sync/rosters/proposals.ts'
import { memberParams } from './member-schema.ts'
import { type DecisionFacts, type OperatorDeps, operatorRoute } from './operator-route.ts'

const cellsSchema = Type.Record(Type.String(), Type.String({ maxLength: 2000 }), { maxProperties: 40 })

const Proposal = Type.Object(
  {
    id: Type.String(),
    roster: Type.String({ description: 'The source and the installation that it comes from.' }),
    source_id: Type.String(),
    member_id: Type.String(),
    kind: oneOf(['add', 'rename', 'move', 'close']),
    detail: Type.String(),
    cells: Type.Record(Type.String(), Type.String(), { description: 'What changes in the registry.' }),
    found_at: instant(),
    status: oneOf(proposalStatuses),
    decided_at: nullable(instant()),
    decided_by: nullable(Type.String()),
  },
  { $id: 'Proposal' },
)

export function proposalRoutes(deps: OperatorDeps): AnyRoute[] {
  const { operators, members } = deps
  return [
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/v1/proposals',
      id: 'listProposals',
      tag: 'Members',
      summary: 'List proposals',
      description:
        'Platforms that list their members are asked once a day; this is what differs from the registry.',
      query: Type.Object({
        status: withDefault(oneOf(proposalStatuses), 'open'),
        source_id: Type.Optional(memberParams.source_id),
        limit: limit(),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: Proposal },
      async handle({ query, after, admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const [afterId] = after() ?? []
        const page = { after: afterId === undefined ? undefined : String(afterId), limit: query.limit + 1 }
        const filter = { status: query.status, sourceId: query.source_id }
        return pageReply({
          rows: await members.proposals(filter, page),
          limit: query.limit,
          doc: (row) => JSON.stringify(toProposal(row)),
          key: ({ id }) => [id],
        })
      },
    }),
    decisionRoute(deps, {
      action: 'approve',
      status: 'approved',
      summary: 'Approve a proposal',
      description: 'Changes the registry. `cells` adds what the platform does not say, such as a time zone.',
    }),
    decisionRoute(deps, {
      action: 'reject',
      status: 'rejected',
      summary: 'Reject a proposal',
      description: 'It is not proposed again.',
    }),
  ]
}

function decisionRoute(
  { operators, members }: OperatorDeps,
  { action, status, summary, description }: DecisionFacts<'approve' | 'reject', 'approved' | 'rejected'>,
): AnyRoute {
  return defineRoute({
    ...operatorRoute,
    method: 'POST',
    path: `/v1/proposals/:proposal_id/${action}`,
    id: `${action}Proposal`,
    tag: 'Members',
    summary,
    description,
    params: Type.Object({ proposal_id: Type.String({ pattern: '^p-[0-9a-f]{16}$' }) }),
    body: Type.Object({ cells: Type.Optional(cellsSchema) }, { additionalProperties: false }),
    bodyOptional: true,
    response: { data: Proposal },
    async handle({ params, body, admission, signal }) {
      const { proposal_id: id } = params
      const change = { kind: 'change', action: `proposals.${action}`, target: id } as const
      const operator = await operators.admit(admission.principal, change)
      const row = await members.decideProposal({ id, status, cells: body?.cells ?? {}, operator }, signal)
      return dataReply(toProposal(row))
    },
  })
}

/** As the command line prints it too. */
export function toProposal({ cells, found_at, decided_at, ...row }: MemberProposalRow) {
  return {
    ...row,
    cells: JSON.parse(cells) as Record<string, string>,
    found_at: toInstant(found_at),
    decided_at: toInstantOrNull(decided_at),
  }
}
