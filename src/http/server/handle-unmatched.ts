/** What is said where no route fits: 404, 405 with `Allow`, and the answer to `OPTIONS`. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../core/errors.ts'
import { preflightHeaders } from '../response/headers.ts'
import type { AllowedMethods } from './allowed-methods.ts'

export function handleUnmatched(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: AllowedMethods,
): FastifyReply {
  const allowed = methods.forPath(pathOf(request.url))
  if (allowed === undefined) {
    throw new Failure('not_found', 'There is nothing at this path.', {
      details: { hint: 'The API references are linked from / and /docs.' },
    })
  }
  const allow = allowed.join(', ')
  reply.header('allow', allow)
  if (request.method !== 'OPTIONS') {
    throw new Failure('method_not_allowed', `This path does not take ${request.method}.`, {
      details: { allowed },
    })
  }
  return reply
    .headers({ ...preflightHeaders, 'access-control-allow-methods': allow, 'cache-control': 'no-store' })
    .code(204)
    .send()
}

/** A URL in absolute form names a host first. */
function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/^https?:\/\/[^/]*/i, '') || '/'
}
