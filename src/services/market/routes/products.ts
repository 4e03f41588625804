/** The twenty-two product routes: one handler, fed by the tables. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { jsonBody } from '../gateway/upstream-request.ts'
import examples from '../products/examples.json' with { type: 'json' }
import { products } from '../products/index.ts'
import type { Product } from '../products/product.ts'
import { type ProductRoute, productRoutes } from '../products/product-table.ts'
import { symbolExists, symbolExistsRequest } from '../products/screener.ts'
import { type SerializedResult, serializeResult, toHandlerCache, toProductReply } from './product-reply.ts'

const noParameters = Type.Object({})

export function createProductRoutes(gateway: Gateway): AnyRoute[] {
  return productRoutes.flatMap((route) => {
    return route.methods.map((method) => toRoute(route, products[route.name], method, gateway))
  })
}

function toRoute(route: ProductRoute, product: Product, method: 'GET' | 'POST', gateway: Gateway): AnyRoute {
  const isPost = method === 'POST'
  const { body, bodyBytesMax } = product
  return defineRoute({
    method,
    path: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    id: isPost ? `${route.name}ByPost` : route.name,
    tag: route.tag,
    summary: isPost ? `${route.summary}, from a body` : route.summary,
    description: route.description,
    ...(product.params ? { params: product.params } : {}),
    query: isPost ? (product.postQuery ?? noParameters) : product.query,
    ...(isPost && body ? { body } : {}),
    ...(isPost && bodyBytesMax ? { bodyBytesMax } : {}),
    response: product.response,
    example: examples[route.name],
    errors: [...upstreamErrors, ...(product.errors ?? [])],
    access: 'optional',
    cache: 'own',
    handle: (ask) =>
      handleProduct(product, ask as unknown as RequestContext<never, never, never>, isPost, gateway),
  })
}

async function handleProduct(
  product: Product,
  context: RequestContext<never, never, never>,
  isPost: boolean,
  gateway: Gateway,
): Promise<Reply> {
  const { query, params, body, nowMs, signal } = context
  const productRequest = { query: (query ?? {}) as never, params, body: isPost ? body : undefined, nowMs }
  const parsedRequest = product.parseRequest(productRequest)
  const upstreamRequest = product.toUpstreamRequest(parsedRequest)
  const symbol = product.symbolToVerify?.(parsedRequest)
  let newestResult: { body: string; reading: SerializedResult } | undefined
  const checkNewResponse = (json: unknown, body: string) => {
    try {
      newestResult = { body, reading: serializeResult(product.toResult(json, parsedRequest)) }
    } catch (thrown) {
      // Nothing is an answer too: kept for the raw contract, and refused below.
      if (!isFailure(thrown, 'no_data')) throw thrown
    }
  }
  const lookup = await gateway.lookUp(upstreamRequest, signal, checkNewResponse).catch(async (thrown) => {
    if (symbol === undefined || !isFailure(thrown, 'unknown_symbol')) {
      throw nameParameter(thrown, product, parsedRequest)
    }
    await requireSymbolExists(symbol, gateway, signal)
    throw new Failure('no_data', `The provider has nothing of this kind for ${symbol}.`, {
      details: { parameter: 'symbol' },
    })
  })
  const { body: cachedBody } = lookup.entry
  const reading =
    newestResult?.body === cachedBody
      ? newestResult.reading
      : serializeResult(product.toResult(JSON.parse(cachedBody), parsedRequest))
  if (symbol !== undefined && reading.rows?.length === 0) await requireSymbolExists(symbol, gateway, signal)
  const { contract } = upstreamRequest
  const view = `${product.name} ${jsonBody(parsedRequest).text} ${context.representation}`
  const visibleResult = isPost ? reading : clampNextOffset(reading, product)
  return toProductReply(lookup, contract, visibleResult, toHandlerCache(lookup, contract, view, nowMs))
}

/** What lies further on than `offset` goes cannot be asked for. */
function clampNextOffset(reading: SerializedResult, { query }: Product): SerializedResult {
  const { maximum = 0 } = (query.properties.offset ?? {}) as { maximum?: number }
  const { page } = reading
  if (!page || (page.next_offset ?? 0) <= maximum) return reading
  return { ...reading, page: { ...page, next_offset: null } }
}

/** The provider says which column it does not know, or what it does not accept; the caller is told where it was written as well. */
function nameParameter(thrown: unknown, product: Product, question: unknown): unknown {
  if (!isFailure(thrown, 'invalid_request')) return thrown
  const { column, provider_says: complaint } = thrown.details ?? {}
  const parameter =
    typeof column === 'string'
      ? product.parameterForColumn?.(column, question)
      : typeof complaint === 'string'
        ? product.parameterForComplaint?.(complaint, question)
        : undefined
  if (parameter === undefined) return thrown
  return new Failure('invalid_request', thrown.message, { details: { parameter, ...thrown.details } })
}

/** Nothing may mean that there is nothing, or that there is no such symbol. The caller is told which. */
async function requireSymbolExists(symbol: string, gateway: Gateway, signal: AbortSignal): Promise<void> {
  // As a check of the answer, so that a no is forgotten as soon as any failure.
  const check = (json: unknown) => {
    if (symbolExists(json)) return
    throw new Failure('unknown_symbol', `The provider does not know ${symbol}.`, {
      details: { parameter: 'symbol', hint: '/v1/symbols/search finds symbols.' },
    })
  }
  const { entry } = await gateway.lookUp(symbolExistsRequest(symbol), signal, check)
  check(JSON.parse(entry.body))
}
