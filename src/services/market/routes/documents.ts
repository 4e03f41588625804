/** The index document and the catalogue of routes, contracts and socket methods. */

import { referencePath } from '../../../http/pages/reference/reference-path.ts'
import { bodyReply, type Reply } from '../../../http/reply.ts'
import { weakEtag } from '../../../http/response/freshness.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { catalogueContracts, contracts, getContract } from '../gateway/contracts.ts'
import {
  originSetting,
  type ProviderHost,
  providerHosts,
  requirementsOf,
  socketHost,
} from '../gateway/hosts.ts'
import { routesOf } from '../gateway/routes-by-host.ts'
import { catalogueProducts } from '../products/index.ts'
import { IndexDocument, type RateLimits, RouteCatalogue } from '../schema/documents.ts'
import { socketMethods } from '../socket-methods.ts'

export const serviceVersion = '0.2.0'

const identity = {
  anonymous: 'No account is required; limits apply per client address.',
  key: 'A key is issued after e-mail verification and sent as Authorization: Bearer or X-Service-Key; limits apply per identity.',
  limits:
    'Both windows apply. They hold for responses from the cache; requests that it cannot answer share the capacity of the provider’s hosts, which is in the catalogue, and have a limit per caller. Request higher limits with POST /market/v1/auth/limits/requests.',
}

const socketPolicy =
  'The socket is not hosted here: clients connect directly to the provider, with the methods listed in the catalogue. The streams of this service, /market/v1/stream, have messages of their own.'

function indexDocument(rate_limits: RateLimits) {
  return {
    ok: true,
    name: 'Broadsheet market data',
    version: serviceVersion,
    shipped_rest_contracts: catalogueContracts.length,
    shipped_websocket_methods: socketMethods.length,
    websocket_policy: socketPolicy,
    identity,
    rate_limits,
  }
}

/** What each of the provider's hosts gives and requires. */
function upstreamHosts(origin: string | undefined) {
  const families = new Map<ProviderHost, Set<string>>(
    Object.values(providerHosts).map((host) => [host, new Set()]),
  )
  for (const { host, family } of contracts) families.get(providerHosts[host])?.add(family)
  families.set(socketHost, new Set(['socket']))
  return [...families].map(([host, names]) => ({
    host: host.name,
    families: [...names],
    requests_per_second: Math.round(10_000 / host.gapMs) / 10,
    concurrent_requests: host.atOnce,
    requires: requirementsOf(host),
    setting: host.requiresOrigin ? originSetting : null,
    is_ready: !host.requiresOrigin || origin !== undefined,
    routes: routesOf(host),
  }))
}

function routeCatalogue(origin: string | undefined) {
  return {
    shipped_route_count: catalogueProducts.length,
    shipped_rest_contract_count: catalogueContracts.length,
    shipped_websocket_method_count: socketMethods.length,
    identity_policy: identity,
    routes: Object.fromEntries(
      catalogueProducts.map(({ name, path, contract, methods, tag, summary, description }) => [
        name,
        { path, endpoint_id: contract, methods, tag, summary, description },
      ]),
    ),
    websocket: {
      mode: 'direct_sdk_connection',
      hosted_api_policy: socketPolicy,
      shipped_method_count: socketMethods.length,
      methods: socketMethods,
    },
    endpoints: catalogueProducts.map(({ name, path, contract, methods, tag, summary, description }) => ({
      name,
      path,
      methods,
      tag,
      summary,
      description,
      source_contract: contract,
      auth: 'anonymous_or_api_key',
      freshness: getContract(contract).freshness,
    })),
    upstreams: upstreamHosts(origin),
    advanced: {
      raw_route: '/v1/raw/{endpointId}',
      raw_route_policy:
        'For clients of the provider’s own API. New integrations should use the product routes, whose rows are documented.',
      source_contract_count: catalogueContracts.length,
      source_contracts: catalogueContracts.map(({ id, family, method, auth_tier, cost_class }) => ({
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
const links = {
  link: `<v1/openapi.json>; rel="service-desc", <${referencePath('market')}>; rel="service-doc"`,
}

export function createDocumentRoutes(limits: RateLimits, origin: string | undefined): AnyRoute[] {
  const shared = {
    method: 'GET',
    tag: 'Support',
    access: 'optional',
    cache: 'handler',
  } as const
  const index = indexDocument(limits)
  return [
    defineRoute({
      ...shared,
      path: '',
      id: 'getRootIndex',
      summary: 'Get service information',
      response: { body: IndexDocument },
      handle: staticDocument(index),
    }),
    defineRoute({
      ...shared,
      path: '/v1',
      id: 'getIndex',
      summary: 'Get service information',
      response: { body: IndexDocument },
      handle: staticDocument(index, links),
    }),
    defineRoute({
      ...shared,
      path: '/v1/catalog',
      id: 'getCatalog',
      summary: 'Get the catalogue',
      response: { body: RouteCatalogue },
      handle: staticDocument(routeCatalogue(origin)),
    }),
  ]
}

/** Does not change while the server runs, so its age is always zero. */
function staticDocument(
  value: unknown,
  headers: Record<string, string> = {},
): (context: { nowMs: number }) => Reply {
  const body = JSON.stringify(value)
  const etag = weakEtag(body)
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
