/** A product of the market in one declaration: path, texts, parameters, upstream contract, request and result. */

import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../../../core/errors.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { type ContractId, getContract } from '../gateway/contracts.ts'
import {
  buildUpstreamRequest,
  type UpstreamParts,
  type UpstreamRequest,
} from '../gateway/upstream-request.ts'
import type { DelayFacts, PageFacts } from '../schema/documents.ts'

/** A request that matches the schemas. A POST has a body and usually no query. */
export interface ProductRequest<Query, Params, Body> {
  readonly query: Query
  readonly params: Params
  readonly body: Body | undefined
  readonly nowMs: number
  /** From a valid `cursor`. */
  readonly after?: CursorKey | undefined
}

export type Page = Readonly<PageFacts>

export interface ProductResult {
  readonly rows?: readonly unknown[]
  readonly data?: unknown
  readonly page?: Page
  readonly delay?: DelayFacts
  /** The columns of the rows, if they depend on the request. */
  readonly columns?: readonly string[]
  /** For lists with a `cursor` parameter: where the next page starts; null on the last page. */
  readonly nextKey?: CursorKey | null
  /** Rows of the provider in an unexpected format, which were left out. */
  readonly skippedRows?: number
}

export interface ProductParts<Request> {
  /** A bounded number of requests; one if it is narrow enough. */
  split(request: Request): readonly Request[]
  /** From the responses to all parts, in their order. */
  toResult(parts: readonly unknown[], request: Request): ProductResult
}

interface ProductBase<Request> {
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The upstream contract, `endpoint_id` in the catalogue. */
  readonly contract: ContractId
  readonly query: TObject
  readonly params?: TObject
  /** The body of the POST; products without one are GET only. */
  readonly body?: TSchema
  readonly bodyBytesMax?: number
  /** Query parameters of the POST. Default: none. */
  readonly postQuery?: TObject
  readonly response: { readonly rows: TSchema } | { readonly data: TSchema }
  readonly errors?: readonly ErrorCode[]
  toResult(json: unknown, request: Request): ProductResult
  /** For lists that the provider cuts off: a request that is too wide is sent as several. */
  readonly parts?: ProductParts<Request>
  /** The parameter that contains a column the provider rejected. */
  parameterForColumn?(column: string, request: Request): string
  /** The parameter that another error message of the provider is about, if that is clear. */
  parameterForComplaint?(complaint: string, request: Request): string | undefined
  /** If this symbol does not exist, an empty result is an error. */
  symbolToVerify?(request: Request): string
}

/** A product whose request type is erased. */
export interface Product<Name extends string = string> extends ProductBase<unknown> {
  /** Operation id, and key in the catalogue. */
  readonly name: Name
  readonly methods: readonly ('GET' | 'POST')[]
  parseRequest(request: ProductRequest<never, never, never>): unknown
  toUpstreamRequest(request: unknown): UpstreamRequest
}

interface ProductDefinition<
  Name extends string,
  Query extends TObject,
  Params extends TObject,
  Body extends TSchema,
  Request,
> extends Omit<ProductBase<Request>, 'query' | 'params' | 'body'> {
  readonly name: Name
  readonly query: Query
  readonly params?: Params
  readonly body?: Body
  /** Normalises the parameters, so that equivalent requests have the same JSON: foreign JSON becomes canonical text. */
  parseRequest(request: ProductRequest<Static<Query>, Static<Params>, Static<Body>>): Request
  /** `contract` overrides the contract of the product. */
  toUpstream(request: Request): UpstreamParts & { readonly contract?: ContractId }
}

export function defineProduct<
  const Name extends string,
  Query extends TObject,
  Params extends TObject,
  Body extends TSchema,
  Request,
>(definition: ProductDefinition<Name, Query, Params, Body, Request>): Product<Name> {
  const { toUpstream, ...product } = definition
  return {
    ...(product as unknown as Product<Name>),
    methods: product.body ? ['GET', 'POST'] : ['GET'],
    toUpstreamRequest(request) {
      const { contract = product.contract, ...parts } = toUpstream(request as Request)
      return buildUpstreamRequest(getContract(contract), parts)
    },
  }
}

/** A page of a complete list. */
export function paginate<Row>(
  rows: readonly Row[],
  limit: number,
  offset = 0,
): { rows: readonly Row[]; page: Page } {
  const pageRows = rows.slice(offset, offset + limit)
  return { rows: pageRows, page: toPage(pageRows.length, { limit, offset, total: rows.length }) }
}

/** A page as the provider returned it, without the rows that were left out. */
export function toPage(
  returned: number,
  {
    limit,
    offset,
    total,
    skippedRows = 0,
  }: { limit: number; offset: number; total: number | null; skippedRows?: number },
): Page {
  const received = returned + skippedRows
  const end = offset + received
  const hasMore = received > 0 && (total === null ? received === limit : end < total)
  return { limit, offset, returned, total, next_offset: hasMore ? end : null }
}
