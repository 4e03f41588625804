/** A route definition, from which validation, types and the API document are derived. */

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../core/errors.ts'
import type { Scope } from '../core/scopes.ts'
import type { Access, Admission, Principal } from './access-control.ts'
import type { CursorKey } from './cursor.ts'
import { withFields } from './list-fields.ts'
import { withTotal } from './list-total.ts'
import type { Reply } from './reply.ts'
import type { Representation } from './request/media-types.ts'

export interface RouteDefinition<
  Query extends TObject = TObject,
  Params extends TObject = TObject,
  Body extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the service's base path, parameters as `:name`. */
  readonly path: string
  /** Stable operation id in the API document and in clients. */
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly query?: Query
  /** Defaults that depend on other parameters. A request that spells them out is the same, also for its cursor. */
  defaults?(query: Static<Query>): Partial<Static<Query>>
  readonly params?: Params
  readonly body?: Body
  readonly bodyOptional?: boolean
  /** Accepts an `Idempotency-Key`; the handler applies it with `Accounts.idempotent`. */
  readonly idempotent?: boolean
  /** Accepts any query and a body of any type, as `context.rawQuery` and as text in `context.body`. */
  readonly passthrough?: boolean
  /** Default: 16 KiB. The server's own limit, if smaller, applies to every route. */
  readonly bodyBytesMax?: number
  /** The schema of `data`, of one row of a list, or of a complete body. */
  readonly response:
    | { readonly data: TSchema }
    | { readonly rows: TSchema }
    | { readonly body: TSchema; readonly type?: string }
  /** The media types of a complete body, the preferred one first. Default: `response.type`. */
  readonly mediaTypes?: readonly string[]
  /** Ignores `Accept`: for files that programs expect at a fixed address. */
  readonly acceptsAny?: boolean
  /** The largest page of a list for this query, if that is less than the maximum of `limit`. */
  pageRowsMax?(query: Readonly<Record<string, unknown>>): number
  /** The list is also available as an Atom feed, which its replies provide as `feed`. */
  readonly hasFeed?: boolean
  /** The rows have a position in `geo`, so the list is also available as GeoJSON. */
  readonly hasPositions?: boolean
  /** Default: 200. */
  readonly successStatus?: number
  /** Additional members of the envelope. */
  readonly extra?: Readonly<Record<string, TSchema>>
  /** Errors in addition to those of every route. */
  readonly errors?: readonly ErrorCode[]
  readonly access: Access
  /** What a key must be allowed to do. Default: `operate` if a credential is required, otherwise `read`. */
  readonly scope?: Scope
  readonly cache: CachePolicy
  /**
   * Whether responses may be compressed. Default: true unless `cache` is `no-store`, because the length of a compressed
   * response lets an attacker who controls part of it guess a secret in the rest.
   */
  readonly compress?: boolean
  /** The route responds with a stream, which its reply provides as `live`: server-sent events, or a WebSocket. */
  readonly live?: 'events' | 'socket'
  /** Omitted from the API document. */
  readonly hidden?: boolean
  /** Set by `markDeprecated`. */
  readonly deprecation?: Deprecation
  /** Throws if there is no such route for this caller, before anything else of the request is looked at. */
  readonly checkCaller?: (principal: Principal) => Promise<void>
  /** Never rate-limited. */
  readonly isHealthCheck?: boolean
  /** An example response for the API document. */
  readonly example?: unknown
  handle(context: RequestContext<Static<Query>, Static<Params>, Static<Body>>): Promise<Reply> | Reply
}

export interface Deprecation {
  /** The first day on which the operation is deprecated, `2027-03-01`. */
  readonly since: string
  /** The first day on which it may be missing; none if that is not decided. */
  readonly removal?: string
  /** The path of what replaces it, with the base path of its service. */
  readonly successor?: string
}

/** `no-store`; `handler`: the handler caches responses itself and sets `reply.cache`; or cached until newer data is published. */
export type CachePolicy =
  | 'no-store'
  | 'handler'
  | {
      /** Publications in this scope invalidate responses. */
      readonly scope: string
      /** A second scope, if a response shows data of two. */
      readonly secondScope?: string
      /** `max-age` for clients and shared caches. */
      readonly maxAgeSeconds: number
      /** The response also depends on the clock, so it expires at the next full minute. */
      readonly expiresEachMinute?: boolean
    }

export type OutsideTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface RequestContext<Query, Params, Body> {
  readonly query: Query
  readonly params: Params
  readonly body: Body
  /** `HEAD`: the response has no body, so a handler need not make what only the body shows. */
  readonly isHead: boolean
  readonly requestId: string
  readonly nowMs: number
  /** Aborted when the client disconnects or the deadline passes. */
  readonly signal: AbortSignal
  readonly admission: Admission
  readonly address: string
  /** True for a program on this machine, with no proxy or foreign web page in between. */
  readonly isLocal: boolean
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined
  /** The `Host` header. */
  readonly host: string | undefined
  /** The query string as it was sent, without the question mark. */
  readonly rawQuery: string
  /** For a handler that waits because the caller wants it to. */
  extendDeadline(ms: number): void
  /**
   * For work that waits for a source, or for another thread for long: meanwhile the request does not count among the few of a caller
   * that are handled at once. Not within work that several requests share: they would wait for each other.
   */
  readonly outsideTurn: OutsideTurn
  /** Any other header, by its name in lower case. */
  header(name: string): string | undefined
  /** The media type negotiated with the client, one of those the route offers. */
  readonly mediaType: string
  readonly representation: Representation
  /** The sort values after which the page starts, from a valid cursor. */
  after(): CursorKey | undefined
  /** The cursor of the next page, for pages that link to it. Lists set `nextKey` of their reply instead. */
  cursorAfter(key: CursorKey): string
}

const emptyObject = Type.Object({})

/** Infers the handler's types from the schemas, and adds what all lists have. */
export function defineRoute<
  Query extends TObject = typeof emptyObject,
  Params extends TObject = typeof emptyObject,
  Body extends TSchema = TSchema,
>(route: RouteDefinition<Query, Params, Body>): AnyRoute {
  return withTotal(withFields(route as unknown as AnyRoute))
}

/** The fields that pages, probes and metrics share. */
export const supportRoute = {
  method: 'GET',
  tag: 'Support',
  access: 'none',
  cache: 'no-store',
} as const satisfies Partial<AnyRoute>

type HiddenRoute<Query extends TObject, Params extends TObject> = Pick<
  RouteDefinition<Query, Params>,
  'path' | 'query' | 'mediaTypes' | 'acceptsAny' | 'compress' | 'handle'
> & {
  /** The media type of the body. */
  readonly type: string
}

/** A page or a file: it is not part of the API, and not in its document. */
export function hiddenRoute<
  Query extends TObject = typeof emptyObject,
  Params extends TObject = typeof emptyObject,
>({ type, ...route }: HiddenRoute<Query, Params>): AnyRoute {
  const response = { body: Type.Unknown(), type }
  return defineRoute<Query, Params>({
    ...supportRoute,
    ...route,
    id: '',
    summary: '',
    response,
    hidden: true,
  })
}

/** A route whose specific types are no longer needed. */
export type AnyRoute = RouteDefinition<TObject, TObject, TSchema>
