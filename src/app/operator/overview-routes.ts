/** `/v1/overview` and `/v1/artifacts`: how the last day went, and what was saved. */

import { Type } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { cursor, instant, limit, nullable } from '../../http/openapi/fields.ts'
import { dataReply, pageReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { memberParams } from './member-schema.ts'
import { type OperatorDeps, operatorRoute } from './operator-route.ts'
import { overviewHours } from './overview.ts'

const count = Type.Integer()

const OperatorOverview = Type.Object(
  {
    hours: Type.Array(
      Type.Object({
        at: instant(),
        succeeded: count,
        partial: count,
        failed: count,
        cancelled: count,
        seconds: nullable(
          Type.Number({
            description: 'How long its runs took on average, without those that were cancelled.',
          }),
        ),
      }),
      { description: `Runs that have ended, by the hour of their start: the last ${overviewHours}.` },
    ),
    members: Type.Array(
      Type.Object({ service: Type.String(), on: count, new: count, stale: count, off: count }),
      { description: 'Members by state.' },
    ),
    artifacts: Type.Array(Type.Object({ service: Type.String(), files: count, bytes: count }), {
      description: 'Saved responses.',
    }),
    hosts: Type.Array(
      Type.Object({
        host: Type.String(),
        endpoints: Type.String({ description: 'The group of endpoints that it concerns; empty for all.' }),
        state: Type.String({ description: '`answering`, `slow`, `limiting`, `refusing` or `failing`.' }),
        since: nullable(instant({ description: 'Null if it has always answered.' })),
        closed_until: nullable(instant({ description: 'Until when it is not asked.' })),
        members: Type.Integer({ description: 'Members that are read there.' }),
      }),
      {
        description:
          'At most 100 hosts: those that do not answer as usual, then those with the most members.',
      },
    ),
    unusable: Type.Array(
      Type.Object({
        source_id: Type.String(),
        members: count,
        oldest_success_at: nullable(instant({ description: 'Of the member that has waited longest.' })),
        reason: Type.String({ description: 'Of one of them.' }),
      }),
      { description: 'Members that answer, but with nothing usable, by source.' },
    ),
    alarms: Type.Integer({ description: 'Alarms that were announced and are not over.' }),
    changed_sources: Type.Array(
      Type.Object({ source_id: Type.String(), since: instant(), members: count, reason: Type.String() }),
      { description: 'Platforms whose members changed in the same way.' },
    ),
  },
  { $id: 'OperatorOverview' },
)

const OperatorArtifact = Type.Object(
  {
    id: count,
    service: Type.String(),
    source_id: Type.String(),
    member_id: Type.String(),
    run_id: nullable(Type.String()),
    artifact_type: Type.String({ description: '`answers` of a sync, or `live` for a single read.' }),
    location: Type.String({ description: 'The path in the artifact folder, or the key in the bucket.' }),
    bytes: count,
    row_count: Type.Integer({ description: 'Responses in it.' }),
    sha256: Type.String(),
    captured_at: instant(),
    imported_at: nullable(instant({ description: 'When it was first published.' })),
  },
  { $id: 'OperatorArtifact' },
)

export function overviewRoutes({ operators, runs }: OperatorDeps): AnyRoute[] {
  const runRoute = { ...operatorRoute, method: 'GET', tag: 'Runs' } as const
  return [
    defineRoute({
      ...runRoute,
      path: '/v1/overview',
      id: 'getOverview',
      summary: 'Get an overview of the last day',
      description: 'Runs by hour, members by state and the size of the artifacts, the same on every node.',
      response: { data: OperatorOverview },
      async handle({ admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        return dataReply(await runs.overview())
      },
    }),
    defineRoute({
      ...runRoute,
      path: '/v1/artifacts',
      id: 'listArtifacts',
      summary: 'List artifacts',
      description: 'The saved responses of the sources of all services, newest first.',
      query: Type.Object({
        source_id: Type.Optional(memberParams.source_id),
        member_id: Type.Optional(memberParams.member_id),
        limit: limit(),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: OperatorArtifact },
      async handle({ query, after, admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const [afterId] = after() ?? []
        const filter = { sourceId: query.source_id, memberId: query.member_id }
        return pageReply({
          rows: await runs.artifacts(filter, {
            after: afterId === undefined ? undefined : Number(afterId),
            limit: query.limit + 1,
          }),
          limit: query.limit,
          doc: ({ storage: _, captured_at, imported_at, ...row }) =>
            JSON.stringify({
              ...row,
              captured_at: toInstant(captured_at),
              imported_at: toInstantOrNull(imported_at),
            }),
          key: ({ id }) => [id],
        })
      },
    }),
  ]
}
