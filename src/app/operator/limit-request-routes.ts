/** `/v1/limit-requests`: what callers ask for beyond their limits, and the decision of an operator. */

import { Type } from 'typebox'
import { cursor, limit, oneOf, withDefault } from '../../http/openapi/fields.ts'
import { dataReply, pageReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { LimitRequest, toLimitRequestView } from '../../identity/index.ts'
import { type DecisionFacts, type OperatorDeps, operatorRoute } from './operator-route.ts'

const OperatorLimitRequest = Type.Object(
  { ...LimitRequest.properties, email: Type.String({ description: 'Who asks.' }) },
  { $id: 'OperatorLimitRequest' },
)

const limitRoute = { ...operatorRoute, tag: 'Limits' } as const

export function limitRequestRoutes(deps: OperatorDeps): AnyRoute[] {
  const { operators, limitRequests } = deps
  return [
    defineRoute({
      ...limitRoute,
      method: 'GET',
      path: '/v1/limit-requests',
      id: 'listLimitRequests',
      summary: 'List requests for higher limits',
      description: 'Newest first.',
      query: Type.Object({
        status: withDefault(oneOf(['pending', 'approved', 'rejected']), 'pending'),
        limit: limit(),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: OperatorLimitRequest },
      async handle({ query, after, admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const [createdAt, id] = after() ?? []
        const row = createdAt === undefined ? undefined : { created_at: Number(createdAt), id: String(id) }
        return pageReply({
          rows: await limitRequests.list(query.status, { after: row, limit: query.limit + 1 }),
          limit: query.limit,
          doc: (request) => JSON.stringify({ ...toLimitRequestView(request), email: request.email }),
          key: (request) => [request.created_at, request.id],
        })
      },
    }),
    decisionRoute(deps, {
      action: 'approve',
      status: 'approved',
      summary: 'Approve a request for higher limits',
      description:
        'Sets the requested limits, or others, for all keys of the caller, on every node within a second.',
    }),
    decisionRoute(deps, {
      action: 'reject',
      status: 'rejected',
      summary: 'Reject a request for higher limits',
      description: 'The limits stay; the caller may send another request.',
    }),
  ]
}

function decisionRoute(
  { operators, limitRequests }: OperatorDeps,
  { action, status, summary, description }: DecisionFacts<'approve' | 'reject', 'approved' | 'rejected'>,
): AnyRoute {
  const note = Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'A message to the caller.' }),
  )
  const limits = {
    requests_per_second: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Instead of the requested one.' }),
    ),
    requests_per_minute: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 6_000_000, description: 'Instead of the requested one.' }),
    ),
  }
  return defineRoute({
    ...limitRoute,
    method: 'POST',
    path: `/v1/limit-requests/:request_id/${action}`,
    id: `${action}LimitRequest`,
    summary,
    description,
    params: Type.Object({ request_id: Type.String({ pattern: '^lr_[0-9a-f]{20}$' }) }),
    body: Type.Object(action === 'approve' ? { ...limits, note } : { note }, { additionalProperties: false }),
    bodyOptional: true,
    response: { data: LimitRequest },
    async handle({ params, body, admission }) {
      const {
        note: text,
        requests_per_second: perSecond,
        requests_per_minute: perMinute,
      } = (body ?? {}) as {
        readonly note?: string
        readonly requests_per_second?: number
        readonly requests_per_minute?: number
      }
      // Not `change`: the decision records itself, in one transaction with its effect.
      const operator = await operators.admit(admission.principal, { kind: 'read' })
      const decision = { operator, note: text, perSecond, perMinute }
      return dataReply(await limitRequests.decide(params.request_id, status, decision))
    },
  })
}
