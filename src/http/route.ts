/** What a route is: one block that gives validation, types, the API document and the conventions around them. */

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../core/errors.ts'
import type { Access, Admission } from './access-control.ts'
import type { CursorKey } from './cursor.ts'
import type { Reply } from './reply.ts'
import type { Representation } from './request/media-types.ts'

export interface RouteDefinition<
  Query extends TObject = TObject,
  Params extends TObject = TObject,
  Body extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the service's base address, parameters as `:name`. */
  readonly path: string
  /** Stable name of the operation in the API document, and so in clients. */
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly query?: Query
  readonly params?: Params
  readonly body?: Body
  readonly bodyOptional?: boolean
  /** Takes an `Idempotency-Key`; the handler heeds it through `Accounts.once`. */
  readonly idempotent?: boolean
  /** Takes any query and a body of any type, handed over as they were sent: `ask.search`, and `ask.body` as text. */
  readonly passthrough?: boolean
  /** Larger or smaller than the server's usual bound. */
  readonly bodyBytesMax?: number
  /** The schema of `data`. A list names the schema of one row. */
  readonly response:
    | { readonly data: TSchema }
    | { readonly rows: TSchema }
    | { readonly body: TSchema; readonly type?: string }
  /** The media types of a whole document that comes in several; `answer.type` alone unless told. */
  readonly mediaTypes?: readonly string[]
  /** The list also comes as an Atom feed; its replies say how, by `feed`. */
  readonly hasFeed?: boolean
  /** 200 unless told. */
  readonly successStatus?: number
  /** Further members of the envelope. */
  readonly extra?: Readonly<Record<string, TSchema>>
  /** What it can refuse with, beyond what every route can. */
  readonly errors?: readonly ErrorCode[]
  readonly access: Access
  readonly cache: CachePolicy
  /**
   * Whether answers may be compressed. Unless told, only those that are the same for everybody: the length of a
   * compressed answer lets an observer guess at a secret in it, beside text of their choosing.
   */
  readonly compress?: boolean
  /** Kept out of the API document, e.g. the document itself. */
  readonly hidden?: boolean
  /** An answer a reader may see in the document; taken from a real one. */
  readonly example?: unknown
  handle(context: RequestContext<Static<Query>, Static<Params>, Static<Body>>): Promise<Reply> | Reply
}

/** `no-store`; `own`: the handler keeps answers itself and tells by `reply.cache`; or kept until what it shows is published again. */
export type CachePolicy =
  | 'no-store'
  | 'handler'
  | {
      /** The service whose publications make answers untrue. */
      readonly scope: string
      /** A second one, where an answer shows what two of them publish. */
      readonly secondScope?: string
      /** How long callers and shared caches may keep it. */
      readonly maxAgeSeconds: number
      /** The answer also depends on the clock: kept until the next full minute at most. */
      readonly expiresEachMinute?: boolean
    }

export interface RequestContext<Query, Params, Body> {
  readonly query: Query
  readonly params: Params
  readonly body: Body
  readonly requestId: string
  readonly nowMs: number
  /** Aborted when the caller goes away or the deadline passes. */
  readonly signal: AbortSignal
  /** Who asks, as the gate saw them. */
  readonly admission: Admission
  readonly address: string
  /** The caller is a program on this machine, with no proxy and no foreign web page in between. */
  readonly isLocal: boolean
  /** `Idempotency-Key` as it was sent. */
  readonly idempotencyKey: string | undefined
  /** The caller's `Host`. */
  readonly host: string | undefined
  /** The query as it was sent, without the question mark. */
  readonly rawQuery: string
  /** The caller's `Content-Type`. */
  readonly contentType: string | undefined
  /** The media type negotiated with the client, one of those the route offers. */
  readonly mediaType: string
  readonly representation: Representation
  /** Sort values after which the page starts, checked against this query. */
  after(): CursorKey | undefined
}

const emptyObject = Type.Object({})

/** Ties the handler's types to the schemas beside it. */
export function defineRoute<
  Query extends TObject = typeof emptyObject,
  Params extends TObject = typeof emptyObject,
  Body extends TSchema = TSchema,
>(route: RouteDefinition<Query, Params, Body>): AnyRoute {
  return route as unknown as AnyRoute
}

/** A route whose types have done their work. */
export type AnyRoute = RouteDefinition<TObject, TObject, TSchema>
