/** Calls routes in process, as the same caller and with the same checks of parameters as a request. */

import type { TObject, TSchema } from 'typebox'
import { Failure } from '../core/errors.ts'
import { requireScope, scopeOf } from '../http/access-control.ts'
import { type CursorCodec, cursorBinding } from '../http/cursor.ts'
import { nextOffset, type Reply } from '../http/reply.ts'
import { innerContext } from '../http/request/inner-context.ts'
import { createInputParser, type RouteInput } from '../http/request/validation/route-input.ts'
import { propertiesOf, requiredProperties } from '../http/request/validation/schema-defaults.ts'
import { withCollectionWarning } from '../http/response/not-yet-collected.ts'
import type { AnyRoute, RequestContext } from '../http/route.ts'
import type { Publications } from '../store/store.ts'

export type Texts = Readonly<Record<string, string>>
export type Json = Readonly<Record<string, unknown>>
export type AnyContext = RequestContext<unknown, unknown, unknown>

export interface RouteAnswer {
  /** Of a list, otherwise empty. */
  readonly rows: readonly Json[]
  /** Of a single resource, otherwise empty. */
  readonly data: Json
  readonly meta: Json
  /** Where the next page begins: a cursor or an offset, as the route has it. */
  readonly next: string | undefined
}

interface CallableRoute {
  readonly route: AnyRoute
  readonly url: string
  parse(input: { readonly params: Texts; readonly query: Texts; readonly body: unknown }): RouteInput
}

export class RouteCaller {
  readonly #routes = new Map<string, CallableRoute>()
  readonly #cursors: CursorCodec
  readonly #publications: Pick<Publications, 'publishedAt'>

  constructor(cursors: CursorCodec, publications: Pick<Publications, 'publishedAt'>) {
    this.#cursors = cursors
    this.#publications = publications
  }

  /** Only routes that read, and that everybody may call. */
  add(base: string, routes: readonly AnyRoute[]): void {
    for (const route of routes) {
      if (route.method !== 'GET' || route.access !== 'optional' || route.hidden || route.live) continue
      this.#routes.set(route.id, { route, url: base + route.path, parse: createInputParser(route) })
    }
  }

  has(id: string): boolean {
    return this.#routes.has(id)
  }

  /** The schemas of its parameters, those of the path included. */
  parameters(
    id: string,
  ): Readonly<Record<string, { readonly schema: TSchema; readonly isRequired: boolean }>> {
    const { route } = this.#require(id)
    const schemas = [route.params ?? noParameters, route.query ?? noParameters]
    return Object.fromEntries(
      schemas.flatMap((object) => {
        const required = requiredProperties(object)
        return Object.entries(propertiesOf(object)).map(([name, schema]) => [
          name,
          { schema, isRequired: required.includes(name) },
        ])
      }),
    )
  }

  /** `context`: of the request in which the call is made; its admission counts for the call. */
  async call(id: string, texts: Texts, context: AnyContext): Promise<RouteAnswer> {
    const { route, url, parse } = this.#require(id)
    const inPath = new Set(Object.keys(propertiesOf(route.params ?? noParameters)))
    const pick = (isWanted: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)))
    const input = { params: pick((name) => inPath.has(name)), query: pick((name) => !inPath.has(name)) }
    const { params, query } = parse({ ...input, body: undefined })
    const page = { url, params, query }
    const { cursor } = query
    const { requestId, nowMs, signal, admission, address, host } = context
    requireScope(admission.principal, scopeOf(route))
    const reply = await route.handle(
      innerContext({
        params,
        query,
        requestId,
        nowMs,
        signal,
        admission,
        address,
        host,
        outsideTurn: (work) => context.outsideTurn(work),
        after: () =>
          typeof cursor === 'string' ? this.#cursors.decode(cursorBinding(page), cursor) : undefined,
        cursorAfter: (key) => this.#cursors.encode(cursorBinding(page), key),
      }),
    )
    const next = reply.nextKey && this.#cursors.encode(cursorBinding(page), reply.nextKey)
    const explained = withCollectionWarning(reply, route.cache, this.#publications)
    return toAnswer(explained, next ?? nextOffset(reply)?.toString())
  }

  #require(id: string): CallableRoute {
    const found = this.#routes.get(id)
    if (found === undefined) throw new Failure('not_found', `This server has no operation ${id}.`)
    return found
  }
}

const noParameters = { type: 'object', properties: {} } as unknown as TObject

function toAnswer(reply: Reply, next: string | undefined): RouteAnswer {
  return {
    rows: (reply.rows ?? []).map((row) => JSON.parse(row) as Json),
    data: reply.data === undefined ? {} : (JSON.parse(reply.data) as Json),
    meta: { ...reply.extra, ...reply.meta },
    next,
  }
}
