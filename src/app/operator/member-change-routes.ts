/** `/v1/members`: add, import, remove, pause and resume members. Every node notices without a restart. */

import { Type } from 'typebox'
import { defined } from '../../core/defined.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { Decision } from '../../registry/decisions.ts'
import { ChangedMembers, DecidedMember, decidedParams, sourceName } from './member-schema.ts'
import { type DecisionFacts, type OperatorDeps, operatorRoute } from './operator-route.ts'

const entriesMax = 1000
const csvCharactersMax = 1_000_000
const changeRoute = { ...operatorRoute, tag: 'Members', bodyBytesMax: 1024 * 1024 } as const

export function memberChangeRoutes(deps: OperatorDeps): AnyRoute[] {
  const { operators, members } = deps
  return [
    defineRoute({
      ...changeRoute,
      method: 'POST',
      path: '/v1/members',
      id: 'addMembers',
      summary: 'Add members',
      description:
        'Adds entries to your tables; one with the same id replaces yours. If an entry is invalid, nothing is changed, and `error.details.problems` lists every problem.',
      body: Type.Object(
        {
          source: sourceName,
          entries: Type.Array(
            Type.Record(
              Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
              Type.String({ maxLength: 2000 }),
              { maxProperties: 40 },
            ),
            { minItems: 1, maxItems: entriesMax, description: 'Cells by column of the table.' },
          ),
        },
        { additionalProperties: false },
      ),
      response: { data: ChangedMembers },
      async handle({ body, admission, signal }) {
        const { source, entries } = body
        const target = `${source}: ${entries.length} entries`
        await operators.admit(admission.principal, { kind: 'change', action: 'members.add', target })
        return dataReply(await members.add(source, entries, signal))
      },
    }),
    defineRoute({
      ...changeRoute,
      method: 'POST',
      path: '/v1/members/import',
      id: 'importMembers',
      summary: 'Import members from CSV',
      description:
        'The header names columns of the table. Either all rows are added or none. For larger files there is `broadsheet members import`.',
      body: Type.Object(
        {
          source: sourceName,
          csv: Type.String({
            minLength: 1,
            maxLength: csvCharactersMax,
            description: 'The text of the file.',
          }),
        },
        { additionalProperties: false },
      ),
      response: { data: ChangedMembers },
      async handle({ body, admission, signal }) {
        const { source, csv } = body
        const target = `${source}: ${csv.length} characters`
        await operators.admit(admission.principal, { kind: 'change', action: 'members.import', target })
        return dataReply(await members.importCsv(source, csv, signal))
      },
    }),
    decisionRoute(deps, {
      action: 'remove',
      status: 'removed',
      summary: 'Remove a member',
      description: 'It is ignored from now on. Published data stays.',
    }),
    decisionRoute(deps, {
      action: 'pause',
      status: 'paused',
      summary: 'Pause a member',
      description: 'It is not read until it is resumed.',
    }),
    decisionRoute(deps, {
      action: 'resume',
      status: 'on',
      summary: 'Resume a member',
      description:
        'Also confirms a candidate, and, with `agreed_by` and `agreed_on`, that the owner of a member with basis `ask` has agreed.',
    }),
  ]
}

function decisionRoute(
  { operators, members }: OperatorDeps,
  { action, status, summary, description }: DecisionFacts<'remove' | 'pause' | 'resume', Decision['status']>,
): AnyRoute {
  return defineRoute({
    ...changeRoute,
    method: 'POST',
    path: `/v1/members/:source_id/:member_id/${action}`,
    id: `${action}Member`,
    summary,
    description: `${description} Replaces what was decided about the member before.`,
    params: Type.Object(decidedParams),
    body: Type.Object(
      {
        agreed_by: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'Who permitted it.' }),
        ),
        agreed_on: Type.Optional(Type.String({ maxLength: 10, description: 'When, such as 2026-11-02.' })),
        note: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Why.' })),
      },
      { additionalProperties: false },
    ),
    bodyOptional: true,
    bodyBytesMax: 8192,
    response: { data: DecidedMember },
    async handle({ params, body, admission, signal }) {
      const { source_id: source, member_id: member } = params
      const { agreed_by: agreedBy, agreed_on: agreedOn, note } = body ?? {}
      const target = `${source} ${member}`
      await operators.admit(admission.principal, { kind: 'change', action: `members.${action}`, target })
      const decision = defined<Decision>({ source, member, status, agreedBy, agreedOn, note })
      await members.decide(decision, signal)
      return dataReply({ source_id: source, member_id: member, status })
    },
  })
}
