/** What differs from product to product: its parameters, how they become a request, and how the answer becomes rows. */

import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../../../core/errors.ts'
import type { UpstreamAsk } from '../gateway/upstream-request.ts'
import type { RouteName } from './product-table.ts'

/** What a caller sent, checked against the schemas. A POST has a body in place of a query. */
export interface Given<Query, Params, Body> {
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
export interface Reading {
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
  readonly name: RouteName
  readonly query: TObject
  readonly params?: TObject
  /** The body of the POST, for routes that take one. */
  readonly body?: TSchema
  readonly bodyBytesMax?: number
  /** Parameters that a POST takes beside its body; none unless told. */
  readonly postQuery?: TObject
  readonly answer: { readonly rows: TSchema } | { readonly data: TSchema }
  readonly errors?: readonly ErrorCode[]
  /** Reads the parameters: one form for every way of writing the same wish. */
  question(given: Given<never, never, never>): Question
  toAsk(question: Question): UpstreamAsk
  read(json: unknown, question: Question): Reading
  /** The parameter that named a column the provider does not know. */
  parameterNaming?(column: string, question: Question): string
  /** The parameter another complaint of the provider is about, where that can be told. */
  parameterBlamed?(complaint: string, question: Question): string | undefined
  /** The symbol whose existence decides whether no rows is an answer or a mistake. */
  symbolOf?(question: Question): string
}

interface Definition<Query extends TObject, Params extends TObject, Body extends TSchema, Question>
  extends Omit<Product<Question>, 'query' | 'params' | 'body' | 'question'> {
  readonly query: Query
  readonly params?: Params
  readonly body?: Body
  question(given: Given<Static<Query>, Static<Params>, Static<Body>>): Question
}

/** Ties the functions' types to the schemas beside them; afterwards a question is nobody else's business. */
export function defineProduct<Query extends TObject, Params extends TObject, Body extends TSchema, Question>(
  product: Definition<Query, Params, Body, Question>,
): Product {
  return product as unknown as Product
}

/** A page that was cut out of a whole list here. */
export function cut<Row>(
  rows: readonly Row[],
  limit: number,
  offset = 0,
): { rows: readonly Row[]; page: Page } {
  const shown = rows.slice(offset, offset + limit)
  return { rows: shown, page: pageOf(shown.length, { limit, offset, total: rows.length }) }
}

/** A page the provider cut. */
export function pageOf(
  returned: number,
  { limit, offset, total }: { limit: number; offset: number; total: number | null },
): Page {
  const end = offset + returned
  const hasMore = returned > 0 && (total === null ? returned === limit : end < total)
  return { limit, offset, returned, total, next_offset: hasMore ? end : null }
}
