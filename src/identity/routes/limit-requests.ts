/** `/v1/auth/limits/requests`: request higher rate limits, and see what was decided. */

import type { Accounts } from '../../http/accounts.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import {
  createLimitRequest,
  limitRequestsMax,
  readLimitRequests,
  toLimitRequestView,
} from '../operator/limit-requests.ts'
import { LimitRequest, LimitRequestBody } from '../schema.ts'
import type { Ledger } from '../tables.ts'

interface LimitRequestDeps {
  readonly ledger: Ledger
  readonly idempotent: Accounts['idempotent']
}

export function limitRequestRoutes(deps: LimitRequestDeps): AnyRoute[] {
  return [listRoute(deps), requestRoute(deps)]
}

function listRoute({ ledger }: LimitRequestDeps): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/v1/auth/limits/requests',
    id: 'listLimitRequests',
    tag: 'Authentication',
    summary: 'List your requests for higher limits',
    description: `Newest first, with what was decided and why. The newest ${limitRequestsMax} stay.`,
    response: { rows: LimitRequest },
    errors: ['unauthenticated', 'rate_limited'],
    access: 'key_or_token',
    cache: 'no-store',
    async handle({ admission }) {
      const identityId = admission.principal.identityId ?? ''
      const rows = await readLimitRequests(ledger, { identityId }, { limit: limitRequestsMax })
      return { rows: rows.map((row) => JSON.stringify(toLimitRequestView(row))) }
    },
  })
}

function requestRoute({ ledger, idempotent }: LimitRequestDeps): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/limits/requests',
    id: 'requestLimits',
    tag: 'Authentication',
    summary: 'Request higher rate limits',
    description:
      'An operator decides. An identity can have one pending request. The limits apply to all keys of the identity together.',
    body: LimitRequestBody,
    idempotent: true,
    bodyBytesMax: 8192,
    response: { data: LimitRequest },
    successStatus: 201,
    errors: ['unauthenticated', 'limit_request_open', 'rate_limited'],
    access: 'key_or_token',
    cache: 'no-store',
    handle: (context) =>
      idempotent(context, 'POST /v1/auth/limits/requests', async () => {
        const { body, admission, nowMs } = context
        const request = await createLimitRequest(
          ledger,
          {
            identity_id: admission.principal.identityId ?? '',
            per_second: body.requests_per_second,
            per_minute: body.requests_per_minute,
            reason: body.reason.toWellFormed(),
          },
          nowMs,
        )
        return { ...dataReply(request), status: 201 }
      }),
  })
}
