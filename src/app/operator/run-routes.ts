/** `/v1/runs`: the runs of all services, and requests for more. */

import { Type } from 'typebox'
import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { cursor, instant, limit, nullable, oneOf } from '../../http/openapi/fields.ts'
import { dataReply, pageReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { memberParams } from './member-schema.ts'
import { type OperatorDeps, operatorRoute } from './operator-route.ts'
import { type ListedRun, problemsMax, readNotFresh, readProblems, runStatuses } from './operator-runs.ts'

const count = (description: string) => Type.Integer({ description })

const runFields = {
  id: Type.String(),
  service: Type.String(),
  source_id: Type.String(),
  mode: Type.String({
    description: '`scheduled`, `manual` (all members), `members` (some of them) or `import`.',
  }),
  status: oneOf(runStatuses, {
    description:
      '`waiting`: requested, and not started by any node yet. `partial`: some members failed or were published in part. `cancelled`: an operator ended it; what it had published stays.',
  }),
  started_at: instant({ description: 'Of a run that waits: when it was requested.' }),
  finished_at: nullable(instant()),
  seconds: nullable(Type.Number({ description: 'How long it took.' })),
  planned: count('Members to read.'),
  completed: count('Members that were published.'),
  failed: count('Members that failed or were held back.'),
  held: count('Rows that were held back.'),
  gone: count('Rows that are gone.'),
  gated: count('Rows behind a gate.'),
  error_message: nullable(Type.String()),
  cancelled_by: nullable(
    Type.String({
      description: 'The operator who cancelled it. While the status is `running`, it is about to end.',
    }),
  ),
}

const OperatorRun = Type.Object(runFields, { $id: 'OperatorRun' })

const OperatorRunDetail = Type.Object(
  {
    ...runFields,
    problems: Type.Array(
      Type.Object({
        member_id: Type.String(),
        outcome: oneOf(['failed', 'held', 'partial']),
        code: nullable(Type.String()),
        message: Type.String(),
      }),
      {
        description: `The first ${problemsMax} members that were not published, or only in part; known at the end.`,
      },
    ),
  },
  { $id: 'OperatorRunDetail' },
)

const membersMax = 200
const runId = Type.String({ pattern: '^[0-9A-Za-z-]{1,64}$' })
const runRoute = { ...operatorRoute, tag: 'Runs' } as const
const startRoute = {
  ...runRoute,
  method: 'POST',
  response: { data: OperatorRun },
  successStatus: 202,
  errors: [...operatorRoute.errors, 'source_busy'],
} as const

export function runRoutes({ operators, runs }: OperatorDeps): AnyRoute[] {
  return [
    defineRoute({
      ...runRoute,
      method: 'GET',
      path: '/v1/runs',
      id: 'listRuns',
      summary: 'List runs',
      description: 'The runs of all services, newest first, with those that wait to be started.',
      query: Type.Object({
        source_id: Type.Optional(memberParams.source_id),
        service: Type.Optional(Type.String({ maxLength: 64, description: 'Such as `jobs` or `cinema`.' })),
        status: Type.Optional(oneOf(runStatuses)),
        limit: limit(),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: OperatorRun },
      async handle({ query, after, admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const filter = { sourceId: query.source_id, service: query.service, status: query.status }
        return pageReply({
          rows: await runs.list(filter, after(), query.limit),
          limit: query.limit,
          doc: (run) => JSON.stringify(toRun(run)),
          key: (run) => [run.started_at, run.id],
        })
      },
    }),
    defineRoute({
      ...runRoute,
      method: 'GET',
      path: '/v1/runs/:run_id',
      id: 'getRun',
      summary: 'Get a run',
      description: 'To follow it to its end, and to see which members failed and why.',
      params: Type.Object({ run_id: runId }),
      response: { data: OperatorRunDetail },
      async handle({ params, admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const run = await runs.read(params.run_id)
        return dataReply({ ...toRun(run), problems: readProblems(run) })
      },
    }),
    defineRoute({
      ...startRoute,
      path: '/v1/runs',
      id: 'startRun',
      summary: 'Read a source now',
      description:
        'As `broadsheet sync` does, on one of the nodes that sync, usually within seconds; follow it with `GET /v1/runs/{run_id}`. One run per source at a time. A request that no node has started after an hour is void.',
      body: Type.Object(
        {
          source_id: memberParams.source_id,
          members: Type.Optional(
            Type.Array(memberParams.member_id, {
              minItems: 1,
              maxItems: membersMax,
              description: 'Only these. Default: all that are read.',
            }),
          ),
          force: Type.Optional(
            Type.Boolean({
              description:
                'Publish the lists of these members also if they were held back because they shrank. Refused for job boards: there a second list decides.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      async handle({ body, admission }) {
        const { source_id: sourceId, members, force } = body
        const target = [sourceId, ...(members ?? [])].join(' ')
        const action = force ? 'runs.force' : 'runs.start'
        const operator = await operators.admit(admission.principal, { kind: 'outbound', action, target })
        const run = await runs.start({ sourceId, members, force, operator })
        return { ...dataReply(toRun(run)), status: 202 }
      },
    }),
    defineRoute({
      ...startRoute,
      path: '/v1/runs/:run_id/retry',
      id: 'retryRun',
      summary: 'Retry a run',
      description: `Reads the members that failed or were held back in it, ${problemsMax} at most.`,
      params: Type.Object({ run_id: runId }),
      async handle({ params, admission }) {
        const target = params.run_id
        const operator = await operators.admit(admission.principal, {
          kind: 'outbound',
          action: 'runs.retry',
          target,
        })
        const run = await runs.retry(target, operator)
        return { ...dataReply(toRun(run)), status: 202 }
      },
    }),
    defineRoute({
      ...runRoute,
      method: 'POST',
      path: '/v1/runs/:run_id/cancel',
      id: 'cancelRun',
      summary: 'Cancel a run',
      description:
        'One that waits is cancelled at once; one that runs, on any node, stops within seconds. What it has published stays. The source is read again after its usual interval; a run that an operator had requested leaves the schedule as it was. Cancelling twice has no effect.',
      params: Type.Object({ run_id: runId }),
      response: { data: OperatorRun },
      successStatus: 202,
      errors: [...operatorRoute.errors, 'run_ended'],
      async handle({ params, admission }) {
        const target = params.run_id
        const operator = await operators.admit(admission.principal, {
          kind: 'change',
          action: 'runs.cancel',
          target,
        })
        return { ...dataReply(toRun(await runs.cancel(target, operator))), status: 202 }
      },
    }),
  ]
}

function toRun(run: ListedRun) {
  const { finished_at, started_at } = run
  return {
    id: run.id,
    service: run.service,
    source_id: run.source_id,
    mode: run.mode,
    status: run.status,
    started_at: toInstant(started_at),
    finished_at: toInstantOrNull(finished_at),
    seconds: finished_at === null ? null : Math.max(0, (finished_at - started_at) / 1000),
    planned: run.planned,
    completed: run.completed,
    failed: run.failed,
    ...readNotFresh(run),
    error_message: run.error_message,
    cancelled_by: run.cancelled_by,
  }
}
