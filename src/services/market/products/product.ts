/** What differs from product to product: its parameters, how they become a request, and how the answer becomes rows. */

import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../../../core/errors.ts'
import type { UpstreamRequest } from '../gateway/upstream-request.ts'
import type { ProductName } from './product-table.ts'

/** What a caller sent, checked against the schemas. A POST has a body in place of a query. */
export interface ProductRequest<Query, Params, Body> {
  readonly query: Query
  readonly params: Params
  readonly body: Body | undefined
  readonly nowMs: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
  readonly returned: number
  /** All rows there are, where the provider tells. */
  readonly total: number | null
  /** Where the next page starts; null on the last one, and where there is no `offset` to ask for it. */
  readonly next_offset: number | null
  /** The same for lists that are asked for by the number of a page. */
  readonly next_page?: number | null
}

/** How far behind the market the figures are. */
export interface Delay {
  readonly update_modes: readonly string[]
  readonly delay_seconds_max: number | null
}

/** An answer of the provider, in our words. */
export interface ProductResult {
  readonly rows?: readonly unknown[]
  readonly data?: unknown
  readonly page?: Page
  readonly delay?: Delay
  /** The columns of the rows, where they differ from request to request. */
  readonly columns?: readonly string[]
  /** Where a list that goes on by cursors goes on; null at its end. */
  readonly nextCursor?: string | null
}

export interface Product<Question = unknown> {
  readonly name: ProductName
  readonly query: TObject
  readonly params?: TObject
  /** The body of the POST, for routes that take one. */
  readonly body?: TSchema
  readonly bodyBytesMax?: number
  /** Parameters that a POST takes beside its body; none unless told. */
  readonly postQuery?: TObject
  readonly response: { readonly rows: TSchema } | { readonly data: TSchema }
  readonly errors?: readonly ErrorCode[]
  /** Reads the parameters: one form for every way of writing the same wish. */
  parseRequest(given: ProductRequest<never, never, never>): Question
  toUpstreamRequest(parseRequest: Question): UpstreamRequest
  toResult(json: unknown, parseRequest: Question): ProductResult
  /** The parameter that named a column the provider does not know. */
  parameterForColumn?(column: string, parseRequest: Question): string
  /** The parameter another complaint of the provider is about, where that can be told. */
  parameterForComplaint?(complaint: string, parseRequest: Question): string | undefined
  /** The symbol whose existence decides whether no rows is an answer or a mistake. */
  symbolToVerify?(parseRequest: Question): string
}

interface ProductDefinition<Query extends TObject, Params extends TObject, Body extends TSchema, Question>
  extends Omit<Product<Question>, 'query' | 'params' | 'body' | 'question'> {
  readonly query: Query
  readonly params?: Params
  readonly body?: Body
  parseRequest(request: ProductRequest<Static<Query>, Static<Params>, Static<Body>>): Question
}

/** Ties the functions' types to the schemas beside them; afterwards a question is nobody else's business. */
export function defineProduct<Query extends TObject, Params extends TObject, Body extends TSchema, Question>(
  product: ProductDefinition<Query, Params, Body, Question>,
): Product {
  return product as unknown as Product
}

/** A page that was cut out of a whole list here. */
export function paginate<Row>(
  rows: readonly Row[],
  limit: number,
  offset = 0,
): { rows: readonly Row[]; page: Page } {
  const pageRows = rows.slice(offset, offset + limit)
  return { rows: pageRows, page: toPage(pageRows.length, { limit, offset, total: rows.length }) }
}

/** A page the provider cut. */
export function toPage(
  returned: number,
  { limit, offset, total }: { limit: number; offset: number; total: number | null },
): Page {
  const end = offset + returned
  const hasMore = returned > 0 && (total === null ? returned === limit : end < total)
  return { limit, offset, returned, total, next_offset: hasMore ? end : null }
}
