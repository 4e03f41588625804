/** `/operator`: the routes for operators, for whom the settings name e-mail addresses. */

import { Type } from 'typebox'
import { appVersion } from '../core/app-version.ts'
import { Discovery } from '../discovery/discovery.ts'
import { dataReply } from '../http/reply.ts'
import { type AnyRoute, defineRoute } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import type { OperatorAccess } from '../identity/index.ts'
import type { Discoverer } from './discovery.ts'

export const operatorBase = '/operator'

interface OperatorDeps {
  readonly operators: OperatorAccess
  readonly discoverer: Discoverer
}

export function operatorService(deps: OperatorDeps): Service {
  return {
    id: 'operator',
    scopes: [],
    title: 'Operator API',
    about: 'What operators do through the API.',
    version: appVersion,
    description: 'For signed-in operators only. Everybody else gets 404.',
    tags: [{ name: 'Discovery', description: 'Find the platforms and ids of members.' }],
    routes: [discoverRoute(deps)],
    meta: Type.Object({}, { additionalProperties: true }),
    examples: [],
    counts: async () => ({}),
  }
}

function discoverRoute({ operators, discoverer }: OperatorDeps): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: '/v1/discover',
    id: 'discover',
    tag: 'Discovery',
    summary: 'Find the platform and the member id behind an address',
    description:
      'Reads at most six pages, obeys robots.txt and reports gates. One at a time, and ten per minute for each operator. Changes nothing; the request is recorded in the audit log.',
    body: Type.Object(
      {
        target: Type.String({
          minLength: 1,
          maxLength: 2000,
          description: 'A careers page, the site of a cinema, the address of a board, or a domain.',
        }),
      },
      { additionalProperties: false },
    ),
    bodyBytesMax: 8192,
    response: { data: Discovery },
    errors: ['unauthenticated', 'not_found', 'rate_limited', 'overloaded'],
    access: 'token',
    cache: 'no-store',
    async handle({ body, admission, signal }) {
      await operators.admit(admission.principal, { action: 'discover', target: body.target })
      return dataReply(await discoverer.discover(body.target, signal))
    },
  })
}
