/** `/v1/members`: list the members, and test one. */

import { Type } from 'typebox'
import { cursor, limit } from '../../http/openapi/fields.ts'
import { dataReply, pageReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { MemberTestResult, memberParams, OperatorMember, State } from './member-schema.ts'
import { type OperatorDeps, operatorRoute } from './operator-route.ts'

export function memberRoutes({ operators, members }: OperatorDeps): AnyRoute[] {
  return [
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/v1/members',
      id: 'listMembers',
      tag: 'Members',
      summary: 'List members',
      description:
        'The members of all sources with how their last reads ended, in the order of source and member. `meta.problems` says what is wrong with your tables, which are then not in effect.',
      query: Type.Object({
        source_id: Type.Optional(memberParams.source_id),
        service: Type.Optional(Type.String({ maxLength: 64, description: '`jobs`, `cinema` or `trust`.' })),
        state: Type.Optional(State),
        held: Type.Optional(Type.Boolean({ description: 'Only those whose newest list is held back.' })),
        q: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'Part of the id or the name.' }),
        ),
        limit: limit(500, 100),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: OperatorMember },
      async handle({ query, after, admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const [afterSource, afterMember] = after() ?? []
        const rows = await members.list(
          {
            sourceId: query.source_id,
            service: query.service,
            state: query.state,
            held: query.held,
            search: query.q,
          },
          {
            after: afterSource === undefined ? undefined : [String(afterSource), String(afterMember)],
            limit: query.limit + 1,
          },
        )
        return pageReply({
          rows,
          limit: query.limit,
          doc: (row) => JSON.stringify(row),
          key: (row) => [row.source_id, row.member_id],
          meta: { problems: members.problems() },
        })
      },
    }),
    defineRoute({
      ...operatorRoute,
      method: 'POST',
      path: '/v1/members/:source_id/:member_id/test',
      id: 'testMember',
      tag: 'Members',
      summary: 'Read a member once',
      description:
        'Says what was found, or why it cannot be read. Stores and publishes nothing. One at a time for all operators, and ten per minute for each; recorded in the audit log.',
      params: Type.Object(memberParams),
      response: { data: MemberTestResult },
      errors: [
        ...operatorRoute.errors,
        'overloaded',
        'upstream_refused',
        'upstream_changed',
        'upstream_unavailable',
      ],
      async handle({ params, admission, signal }) {
        const { source_id, member_id } = params
        const target = `${source_id} ${member_id}`
        await operators.admit(admission.principal, { kind: 'outbound', action: 'members.test', target })
        return dataReply(await members.test(source_id, member_id, signal))
      },
    }),
  ]
}
