/** The definition of an operation: its row in the table, and the method that callers see. */

import type { ResponseInfo } from './response-info.ts'

/** One row of a service’s table. */
export interface OperationInfo {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the service’s base address, with parameters as `{name}`. */
  readonly path: string
  /** Names of query parameters. */
  readonly query?: readonly string[]
  /** Accepts an `Idempotency-Key`, so it can be retried safely. */
  readonly keyed?: true
  /** Requires a management token. */
  readonly takes?: 'token'
  readonly paging?: 'cursor' | 'offset' | 'page'
  /** The response is any JSON value of the provider; all others are objects. */
  readonly anyBody?: true
}

export type OperationTable<Service> = Readonly<Record<keyof Service, OperationInfo>>

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call; it rejects with the signal’s reason. */
  readonly signal?: AbortSignal | undefined
  /** Limit for the call, including retries and delays. */
  readonly timeoutMs?: number | undefined
  /** How often it is retried after a temporary failure. */
  readonly retriesMax?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Extra query parameters: `getRaw` passes them to the provider. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** No parameters. */
export interface NoParams {
  readonly [name: string]: never
}

/** Parameters are optional if none is required. */
export type Arguments<Params> =
  Record<never, never> extends Params
    ? [params?: Params, options?: CallOptions]
    : [params: Params, options?: CallOptions]

export type Operation<Params, Body> = (...args: Arguments<Params>) => Call<Body>

export interface ListOperation<Params, Row, Body> extends Operation<Params, Body> {
  /** Every row from the requested page to the last one; pages are fetched as needed. */
  all(...args: Arguments<Params>): AsyncGenerator<Row, void, undefined>
  /** The same, page by page. */
  pages(...args: Arguments<Params>): AsyncGenerator<Body, void, undefined>
}

/** A pending call: a promise of the body and, on request, of status and headers. */
export interface Call<Body> extends Promise<Body> {
  withResponse(): Promise<{ readonly body: Body; readonly response: ResponseInfo }>
}
