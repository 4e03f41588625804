/** What an operation is: the facts the table holds, and the method a caller sees. */

import type { ResponseInfo } from './response-info.ts'

/** One row of a service’s table. */
export interface OperationInfo {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the service’s base address, parameters as `{name}`. */
  readonly path: string
  /** Names that go into the query. */
  readonly query?: readonly string[]
  /** Takes an `Idempotency-Key`, so that it may be sent twice and is done once. */
  readonly keyed?: true
  /** Takes nothing but a management token. */
  readonly takes?: 'token'
  readonly paging?: 'cursor' | 'offset' | 'page'
  /** Answers with any JSON, as the provider does; all others with an object. */
  readonly anyBody?: true
}

export type OperationTable<Service> = Readonly<Record<keyof Service, OperationInfo>>

/** What a caller may say about one call. */
export interface CallOptions {
  /** Ends the call; what is thrown is the signal’s own reason. */
  readonly signal?: AbortSignal | undefined
  /** For the whole call, retries and pauses included. */
  readonly timeoutMs?: number | undefined
  /** How often it is sent again after a failure that can pass. */
  readonly retriesMax?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Beside the parameters of the operation: `getRaw` hands them on to the provider. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** Where nothing is to be said. */
export interface NoParams {
  readonly [name: string]: never
}

/** The parameters may be left out where none is required. */
export type Arguments<Params> =
  Record<never, never> extends Params
    ? [params?: Params, options?: CallOptions]
    : [params: Params, options?: CallOptions]

export type Operation<Params, Body> = (...args: Arguments<Params>) => Call<Body>

export interface ListOperation<Params, Row, Body> extends Operation<Params, Body> {
  /** Every row from the first page asked for to the last there is; pages are fetched as they are needed. */
  all(...args: Arguments<Params>): AsyncGenerator<Row, void, undefined>
  /** The same, page by page. */
  pages(...args: Arguments<Params>): AsyncGenerator<Body, void, undefined>
}

/** A call under way: a promise of the body, and on demand of what came with it. */
export interface Call<Body> extends Promise<Body> {
  withResponse(): Promise<{ readonly body: Body; readonly response: ResponseInfo }>
}
