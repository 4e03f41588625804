/** `/v1/discover`: find members, as `broadsheet discover` does. */

import { Type } from 'typebox'
import { Discovery } from '../../discovery/discovery.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { type OperatorDeps, operatorRoute } from './operator-route.ts'

export function discoverRoute({ operators, discoverer }: OperatorDeps): AnyRoute {
  return defineRoute({
    ...operatorRoute,
    method: 'POST',
    path: '/v1/discover',
    id: 'discover',
    tag: 'Discovery',
    summary: 'Find the platform and the member id behind an address',
    description:
      'Reads at most six pages, obeys robots.txt and reports gates. One at a time for all operators, and ten per minute for each. Changes nothing; the request is recorded in the audit log.',
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
    errors: [...operatorRoute.errors, 'overloaded'],
    async handle({ body, admission, signal }) {
      const { target } = body
      await operators.admit(admission.principal, { kind: 'outbound', action: 'discover', target })
      return dataReply(await discoverer.discover(target, signal))
    },
  })
}
