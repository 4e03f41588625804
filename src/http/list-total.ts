/** The parameter `total`: every list has it. Those whose rows must be counted declare it; others have the total anyway. */

import { hash } from 'node:crypto'
import { type TObject, Type } from 'typebox'
import { totalParameter } from './openapi/fields.ts'
import type { Reply } from './reply.ts'

interface ListRoute {
  readonly method: string
  readonly hidden?: boolean
  readonly query?: TObject
  readonly response: object
  handle(context: { readonly query: unknown }): Promise<Reply> | Reply
}

/** With one of these, a reply may be a part of the list. */
const partParameters = ['limit', 'cursor', 'offset', 'page', 'count', 'after']

/** The route with `total`, if it is a list. */
export function withTotal<Route extends ListRoute>(route: Route): Route {
  const { method, hidden, response } = route
  const parameters = route.query?.properties ?? {}
  if (method !== 'GET' || hidden || !('rows' in response) || 'total' in parameters) return route
  const isComplete = !partParameters.some((name) => name in parameters)
  return {
    ...route,
    query: Type.Object({ ...parameters, total: totalParameter }),
    handle: (context: Parameters<Route['handle']>[0]) => {
      const { total } = context.query as { readonly total?: boolean }
      if (!total) return route.handle(context)
      return Promise.resolve(route.handle(context)).then((reply) => addTotal(reply, isComplete))
    },
  }
}

/** Null if nobody knows it. */
function addTotal(reply: Reply, isComplete: boolean): Reply {
  const { rows, meta, cache } = reply
  if (rows === undefined || meta?.total !== undefined) return reply
  const { total = isComplete ? rows.length : null } = (meta?.page ?? {}) as { total?: number | null }
  return {
    ...reply,
    meta: { ...meta, total },
    ...(cache && {
      cache: { ...cache, etag: `W/"${hash('sha256', `${cache.etag} total`, 'base64url').slice(0, 22)}"` },
    }),
  }
}
