/** Responds to requests that match no route: 404, 405 with `Allow`, and 204 for `OPTIONS`. */

import type { FastifyRequest } from 'fastify'
import { Failure } from '../../core/errors.ts'
import { quote } from '../request/query-string.ts'
import { preflightHeaders } from '../response/headers.ts'
import { bodylessEntry, type ResponseEntry } from '../response/response-entry.ts'
import type { AllowedMethods } from './allowed-methods.ts'

export function respondToUnmatched({ method, url }: FastifyRequest, methods: AllowedMethods): ResponseEntry {
  const path = pathOf(url)
  const allowed = methods.forPath(path)
  if (allowed === undefined) {
    const suggestions = methods.suggest(path)
    const question = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
    throw new Failure('not_found', `No resource exists at this path.${question}`, {
      details: {
        ...(suggestions.length === 0
          ? {}
          : { did_you_mean: suggestions.length === 1 ? suggestions[0] : suggestions }),
        hint: 'The API references are linked from / and /docs.',
      },
    })
  }
  const allow = allowed.join(', ')
  if (method !== 'OPTIONS') {
    throw new Failure('method_not_allowed', `${method} is not allowed on this path.`, {
      details: { allowed },
      headers: { allow },
    })
  }
  return bodylessEntry(204, {
    cacheControl: 'no-store',
    headers: { allow, ...preflightHeaders, 'access-control-allow-methods': allow },
  })
}

/** A URL in absolute form starts with the host. */
function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/^https?:\/\/[^/]*/i, '') || '/'
}
