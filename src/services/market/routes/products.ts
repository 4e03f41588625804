/** The routes of the products: one handler for all of them. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import { getContract } from '../gateway/contracts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import examples from '../products/examples.json' with { type: 'json' }
import { type ProductName, products } from '../products/index.ts'
import type { Product } from '../products/product.ts'
import { lookUpParts } from './look-up-parts.ts'
import { type SerializedResult, serializeResult, toHandlerCache, toProductReply } from './product-reply.ts'
import { requireSymbolExists } from './verify-symbol.ts'

const noParameters = Type.Object({})

export function createProductRoutes(gateway: Gateway): AnyRoute[] {
  return products.flatMap((product) => product.methods.map((method) => toRoute(product, method, gateway)))
}

function toRoute(product: Product<ProductName>, method: 'GET' | 'POST', gateway: Gateway): AnyRoute {
  const isPost = method === 'POST'
  const { name, tag, summary, description, params, body, bodyBytesMax, response } = product
  return defineRoute({
    method,
    path: product.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    id: isPost ? `${name}ByPost` : name,
    tag,
    summary: isPost ? `${summary} (POST body)` : summary,
    description,
    ...(params ? { params } : {}),
    query: isPost ? (product.postQuery ?? noParameters) : product.query,
    ...(isPost && body ? { body } : {}),
    ...(isPost && bodyBytesMax ? { bodyBytesMax } : {}),
    response,
    example: examples[name],
    errors: [...upstreamErrors, ...(product.errors ?? [])],
    access: 'optional',
    cache: 'handler',
    handle: (context) =>
      handleProduct(product, context as unknown as RequestContext<never, never, never>, isPost, gateway),
  })
}

async function handleProduct(
  product: Product,
  context: RequestContext<never, never, never>,
  isPost: boolean,
  gateway: Gateway,
): Promise<Reply> {
  const { query, params, body, nowMs, outsideTurn } = context
  const asker = { caller: context.admission.principal, signal: context.signal }
  const productRequest = {
    query: (query ?? {}) as never,
    params,
    body: isPost ? body : undefined,
    nowMs,
    after: context.after(),
  }
  const parsedRequest = product.parseRequest(productRequest)
  // The product has put its members in one order, so canonical JSON would only take longer.
  const view = `${product.name} ${JSON.stringify(parsedRequest)} ${context.representation}`
  if (product.parts && product.parts.split(parsedRequest).length > 1) {
    const { parts } = product
    const found = await lookUpParts(product, parts, parsedRequest, gateway, asker, outsideTurn)
    const { lookup, result } = found
    const contract = getContract(product.contract)
    const cache = toHandlerCache(lookup, contract, view, nowMs)
    return toProductReply(lookup, contract, clampNextOffset(result, product), cache)
  }
  const upstreamRequest = product.toUpstreamRequest(parsedRequest)
  const symbol = product.symbolToVerify?.(parsedRequest)
  let newest: { body: string; result: SerializedResult } | undefined
  const checkNewResponse = (json: unknown, body: string) => {
    try {
      newest = { body, result: serializeResult(product.toResult(json, parsedRequest)) }
      gateway.countSkippedRows(upstreamRequest.contract, newest.result.skippedRows ?? 0)
    } catch (thrown) {
      // An empty response is valid: it is cached for the raw route, and reported below.
      if (!isFailure(thrown, 'no_data')) throw thrown
    }
  }
  const lookUp = () => gateway.lookUp(upstreamRequest, asker, checkNewResponse)
  const checkSymbol = (text: string) => outsideTurn(() => requireSymbolExists(text, gateway, asker))
  const lookup = await outsideTurn(lookUp).catch(async (thrown) => {
    if (symbol === undefined || !isFailure(thrown, 'unknown_symbol')) {
      throw nameParameter(thrown, product, parsedRequest)
    }
    await checkSymbol(symbol)
    throw new Failure('no_data', `The provider has no such data for ${symbol}.`, {
      details: { parameter: 'symbol' },
    })
  })
  const { body: cachedBody } = lookup.entry
  const result =
    newest?.body === cachedBody
      ? newest.result
      : serializeResult(product.toResult(JSON.parse(cachedBody), parsedRequest))
  if (symbol !== undefined && result.rows?.length === 0) await checkSymbol(symbol)
  const { contract } = upstreamRequest
  const visibleResult = isPost ? result : clampNextOffset(result, product)
  return toProductReply(lookup, contract, visibleResult, toHandlerCache(lookup, contract, view, nowMs))
}

/** Rows beyond the maximum of `offset` cannot be requested. */
function clampNextOffset(result: SerializedResult, { query }: Product): SerializedResult {
  const { maximum = 0 } = (query.properties.offset ?? {}) as { maximum?: number }
  const { page } = result
  if (!page || (page.next_offset ?? 0) <= maximum) return result
  return { ...result, page: { ...page, next_offset: null } }
}

/** Adds the parameter that the provider's error message is about. */
function nameParameter(thrown: unknown, product: Product, request: unknown): unknown {
  if (!isFailure(thrown, 'invalid_request')) return thrown
  const { column, provider_says: complaint } = thrown.details ?? {}
  const parameter =
    typeof column === 'string'
      ? product.parameterForColumn?.(column, request)
      : typeof complaint === 'string'
        ? product.parameterForComplaint?.(complaint, request)
        : undefined
  if (parameter === undefined) return thrown
  return new Failure('invalid_request', thrown.message, { details: { parameter, ...thrown.details } })
}
