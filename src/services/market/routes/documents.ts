/** The index document and the catalogue: the tables, as a caller reads them. */

import { hash } from 'node:crypto'
import { bodyReply, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { contracts, getContract } from '../gateway/contracts.ts'
import { productRoutes } from '../products/product-table.ts'
import { IndexDocument, RouteCatalogue } from '../schema/documents.ts'
import { socketMethods } from '../socket-methods.ts'

export const serviceVersion = '0.2.0'

export interface RateLimits {
  readonly anonymous: RateLimit
  readonly key: RateLimit
}

interface RateLimit {
  readonly requests_per_second: number
  readonly requests_per_minute: number
}

const identity = {
  anonymous: 'No account is needed; limits count per client address.',
  key: 'A key is issued after e-mail verification and sent as Authorization: Bearer or X-Service-Key; limits count per identity.',
  limits: 'Both windows hold at once. Higher limits are asked for with POST /v1/auth/limits/requests.',
}

const socketPolicy =
  'The socket is not hosted here: a client opens it directly to the provider, with the methods listed in the catalogue.'

function indexDocument(rate_limits: RateLimits) {
  return {
    ok: true,
    name: 'Broadsheet market data',
    version: serviceVersion,
    shipped_rest_contracts: contracts.length,
    shipped_websocket_methods: socketMethods.length,
    websocket_policy: socketPolicy,
    identity,
    rate_limits,
  }
}

function routeCatalogue() {
  return {
    shipped_route_count: productRoutes.length,
    shipped_rest_contract_count: contracts.length,
    shipped_websocket_method_count: socketMethods.length,
    identity_policy: identity,
    routes: Object.fromEntries(productRoutes.map(({ name, ...route }) => [name, route])),
    websocket: {
      mode: 'direct_sdk_connection',
      hosted_api_policy: socketPolicy,
      shipped_method_count: socketMethods.length,
      methods: socketMethods,
    },
    endpoints: productRoutes.map(({ endpoint_id, ...route }) => ({
      ...route,
      source_contract: endpoint_id,
      auth: 'anonymous_or_api_key',
      freshness: getContract(endpoint_id).freshness,
    })),
    advanced: {
      raw_route: '/v1/raw/{endpointId}',
      raw_route_policy:
        'For clients written against the provider itself. New integrations use the product routes, whose rows are documented.',
      source_contract_count: contracts.length,
      source_contracts: contracts.map(({ id, family, method, auth_tier, cost_class }) => ({
        id,
        family,
        method,
        auth_tier,
        cost_class,
      })),
    },
  }
}

const json = 'application/json; charset=utf-8'
const maxAgeSeconds = 300
/** Relative to `/v1`, wherever the service is mounted. */
const links = { link: '<v1/openapi.json>; rel="service-desc", </docs>; rel="service-doc"' }

export function createDocumentRoutes(limits: RateLimits): AnyRoute[] {
  const shared = {
    method: 'GET',
    tag: 'Support',
    access: 'optional',
    cache: 'own',
  } as const
  const index = indexDocument(limits)
  return [
    defineRoute({
      ...shared,
      path: '',
      id: 'getRootIndex',
      summary: 'What this service is',
      response: { body: IndexDocument },
      handle: staticDocument(index),
    }),
    defineRoute({
      ...shared,
      path: '/v1',
      id: 'getIndex',
      summary: 'What this service is',
      response: { body: IndexDocument },
      handle: staticDocument(index, links),
    }),
    defineRoute({
      ...shared,
      path: '/v1/catalog',
      id: 'getCatalog',
      summary: 'Every route, contract and socket method',
      response: { body: RouteCatalogue },
      handle: staticDocument(routeCatalogue()),
    }),
  ]
}

/** True as long as the server runs, and at any moment as new. */
function staticDocument(
  value: unknown,
  headers: Record<string, string> = {},
): (ask: { nowMs: number }) => Reply {
  const body = JSON.stringify(value)
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return ({ nowMs }) => ({
    ...bodyReply(json, body, headers),
    cache: {
      etag,
      createdAt: nowMs,
      freshUntil: nowMs + maxAgeSeconds * 1000,
      reusableUntil: nowMs,
      cacheControl: `public, max-age=${maxAgeSeconds}`,
      cacheStatus: 'hit',
    },
  })
}
