/** The twenty-two product routes: one handler, fed by the tables. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Reply } from '../../../http/reply.ts'
import { type AnyRoute, type Ask, defineRoute } from '../../../http/route.ts'
import { upstreamErrors } from '../gateway/classify-provider-response.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { jsonBody } from '../gateway/upstream-request.ts'
import examples from '../products/examples.json' with { type: 'json' }
import { products } from '../products/index.ts'
import type { Product } from '../products/product.ts'
import { type ProductRoute, productRoutes } from '../products/product-table.ts'
import { existenceAsk, exists } from '../products/screener.ts'
import { ownCache, productReply, type WrittenReading, written } from './product-reply.ts'

const noParameters = Type.Object({})

export function productRoutesOf(gateway: Gateway): AnyRoute[] {
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
    answer: product.answer,
    example: examples[route.name],
    errors: [...upstreamErrors, ...(product.errors ?? [])],
    access: 'optional',
    cache: 'own',
    handle: (ask) => answer(product, ask as unknown as Ask<never, never, never>, isPost, gateway),
  })
}

async function answer(
  product: Product,
  ask: Ask<never, never, never>,
  isPost: boolean,
  gateway: Gateway,
): Promise<Reply> {
  const { query, params, body, nowMs, signal } = ask
  const given = { query: (query ?? {}) as never, params, body: isPost ? body : undefined, nowMs }
  const question = product.question(given)
  const upstreamAsk = product.toAsk(question)
  const symbol = product.symbolOf?.(question)
  let newest: { body: string; reading: WrittenReading } | undefined
  const readNew = (json: unknown, body: string) => {
    try {
      newest = { body, reading: written(product.read(json, question)) }
    } catch (thrown) {
      // Nothing is an answer too: kept for the raw contract, and refused below.
      if (!isFailure(thrown, 'no_data')) throw thrown
    }
  }
  const found = await gateway.find(upstreamAsk, signal, readNew).catch(async (thrown) => {
    if (symbol === undefined || !isFailure(thrown, 'unknown_symbol')) {
      throw withParameter(thrown, product, question)
    }
    await refuseUnknown(symbol, gateway, signal)
    throw new Failure('no_data', `The provider has nothing of this kind for ${symbol}.`, {
      details: { parameter: 'symbol' },
    })
  })
  const { body: kept } = found.entry
  const reading = newest?.body === kept ? newest.reading : written(product.read(JSON.parse(kept), question))
  if (symbol !== undefined && reading.rows?.length === 0) await refuseUnknown(symbol, gateway, signal)
  const { contract } = upstreamAsk
  const view = `${product.name} ${jsonBody(question).text} ${ask.representation}`
  const shown = isPost ? reading : withinReach(reading, product)
  return productReply(found, contract, shown, ownCache(found, contract, view, nowMs))
}

/** What lies further on than `offset` goes cannot be asked for. */
function withinReach(reading: WrittenReading, { query }: Product): WrittenReading {
  const { maximum = 0 } = (query.properties.offset ?? {}) as { maximum?: number }
  const { page } = reading
  if (!page || (page.next_offset ?? 0) <= maximum) return reading
  return { ...reading, page: { ...page, next_offset: null } }
}

/** The provider says which column it does not know, or what it does not accept; the caller is told where it was written as well. */
function withParameter(thrown: unknown, product: Product, question: unknown): unknown {
  if (!isFailure(thrown, 'invalid_request')) return thrown
  const { column, provider_says: complaint } = thrown.details ?? {}
  const parameter =
    typeof column === 'string'
      ? product.parameterNaming?.(column, question)
      : typeof complaint === 'string'
        ? product.parameterBlamed?.(complaint, question)
        : undefined
  if (parameter === undefined) return thrown
  return new Failure('invalid_request', thrown.message, { details: { parameter, ...thrown.details } })
}

/** Nothing may mean that there is nothing, or that there is no such symbol. The caller is told which. */
async function refuseUnknown(symbol: string, gateway: Gateway, signal: AbortSignal): Promise<void> {
  // As a check of the answer, so that a no is forgotten as soon as any failure.
  const check = (json: unknown) => {
    if (exists(json)) return
    throw new Failure('unknown_symbol', `The provider does not know ${symbol}.`, {
      details: { parameter: 'symbol', hint: '/v1/symbols/search finds symbols.' },
    })
  }
  const { entry } = await gateway.find(existenceAsk(symbol), signal, check)
  check(JSON.parse(entry.body))
}
