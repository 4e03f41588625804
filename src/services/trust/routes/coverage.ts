/** Coverage by provider, and the providers themselves. */

import { Type } from 'typebox'
import { closestMatch } from '../../../core/closest-match.ts'
import { Failure } from '../../../core/errors.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { dataReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import {
  type CoverageRecordValue,
  emptyTally,
  toCoverageRecord,
  toStats,
} from '../coverage/coverage-record.ts'
import { adapterStatuses, type Provider, providerById, providers } from '../normalise/providers/registry.ts'
import { capabilities } from '../normalise/vocabulary.ts'
import { readTallies } from '../queries/coverage.ts'
import { CoverageRecord, OffsetPagination, TrustProvider } from '../schema/coverage.ts'
import type { TrustDb } from '../schema/tables.ts'
import { offsetPage, offsetParams } from './offset-page.ts'

export const trustCache = { scope: 'trust', maxAgeSeconds: 60 }

const sorts = ['rank', '-score', 'name', '-trust_centers'] as const

const providerFilters = {
  tier: Type.Optional(oneOf(['tier1', 'tier2'])),
  adapter_status: Type.Optional(oneOf(adapterStatuses)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Part of the name or id.' })),
}

const coverageQuery = Type.Object({
  ...providerFilters,
  connect_method: Type.Optional(Type.String({ maxLength: 60, examples: ['public_rest'] })),
  capability: Type.Optional(oneOf(capabilities, { description: 'Providers where it was observed.' })),
  missing: Type.Optional(oneOf(capabilities, { description: 'Providers where it was not observed.' })),
  min_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  max_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  sort: withDefault(oneOf(sorts), 'rank'),
  ...offsetParams,
})
type CoverageQuery = Type.Static<typeof coverageQuery>

export function coverageRoutes(db: TrustDb): AnyRoute[] {
  const params = Type.Object({ provider_id: Type.String({ maxLength: 80, examples: ['conveyor'] }) })
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/coverage/providers',
      id: 'listProviderCoverage',
      tag: 'Coverage',
      summary: 'What is known of the trust centers of each provider',
      query: coverageQuery,
      response: { rows: CoverageRecord },
      extra: { pagination: OffsetPagination },
      access: 'optional',
      cache: trustCache,
      handle: async ({ query }) => {
        if ((query.min_score ?? 0) > (query.max_score ?? 100)) {
          throw new Failure('invalid_request', 'The parameter "min_score" has to be at most max_score.', {
            details: { parameter: 'min_score', in: 'query', expected: 'at most max_score' },
          })
        }
        const tallies = await readTallies(db)
        const records = providers
          .filter((provider) => matchesProvider(provider, query))
          .map((provider) => toCoverageRecord(provider, tallies.get(provider.id) ?? emptyTally))
          .filter((record) => matchesCoverage(record, query))
          .sort(comparators[query.sort])
        const shown = records.slice(query.offset, query.offset + query.limit)
        return offsetPage(
          { total: records.length, docs: shown.map((record) => JSON.stringify(record)) },
          query,
        )
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/coverage/providers/:provider_id',
      id: 'getProviderCoverage',
      tag: 'Coverage',
      summary: 'What is known of the trust centers of one provider',
      params,
      response: { data: CoverageRecord },
      access: 'optional',
      cache: trustCache,
      handle: async ({ params: { provider_id } }) => {
        const provider = requireProvider(provider_id)
        const tallies = await readTallies(db)
        return dataReply(toCoverageRecord(provider, tallies.get(provider.id) ?? emptyTally))
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/providers',
      id: 'listTrustProviders',
      tag: 'Coverage',
      summary: 'Providers of trust centers',
      query: Type.Object({ ...providerFilters, ...offsetParams }),
      response: { rows: TrustProvider },
      extra: { pagination: OffsetPagination },
      access: 'optional',
      cache: trustCache,
      handle: async ({ query }) => {
        const tallies = await readTallies(db)
        const fitting = providers.filter((provider) => matchesProvider(provider, query))
        const shown = fitting.slice(query.offset, query.offset + query.limit)
        const docs = shown.map((provider) =>
          JSON.stringify(toProviderResource(provider, tallies.get(provider.id) ?? emptyTally)),
        )
        return offsetPage({ total: fitting.length, docs }, query)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/providers/:provider_id',
      id: 'getTrustProvider',
      tag: 'Coverage',
      summary: 'One provider of trust centers',
      params,
      response: { data: TrustProvider },
      access: 'optional',
      cache: trustCache,
      handle: async ({ params: { provider_id } }) => {
        const provider = requireProvider(provider_id)
        const tallies = await readTallies(db)
        return dataReply(toProviderResource(provider, tallies.get(provider.id) ?? emptyTally))
      },
    }),
  ]
}

/** Throws `not_found`, with the nearest id there is. */
function requireProvider(id: string): Provider {
  const provider = providerById(id)
  if (provider) return provider
  const suggestion = closestMatch(
    id,
    providers.map((candidate) => candidate.id),
  )
  throw new Failure('not_found', 'No provider has this id.', {
    details: { parameter: 'provider_id', ...(suggestion ? { did_you_mean: suggestion } : {}) },
  })
}

function matchesProvider(
  provider: Provider,
  query: Pick<CoverageQuery, 'tier' | 'adapter_status' | 'q'> & { connect_method?: string | undefined },
): boolean {
  const { tier, adapter_status, connect_method, q } = query
  if (tier !== undefined && provider.tier !== tier) return false
  if (adapter_status !== undefined && provider.adapter_status !== adapter_status) return false
  if (connect_method !== undefined && provider.connect_method !== connect_method) return false
  return q === undefined || `${provider.id} ${provider.name}`.toLowerCase().includes(q.toLowerCase())
}

function matchesCoverage({ data_surface }: CoverageRecordValue, query: CoverageQuery): boolean {
  const { observed_capabilities: observed, score } = data_surface
  if (query.capability !== undefined && !observed[query.capability]) return false
  if (query.missing !== undefined && observed[query.missing]) return false
  return score >= (query.min_score ?? 0) && score <= (query.max_score ?? 100)
}

type Comparator = (one: CoverageRecordValue, other: CoverageRecordValue) => number

const byRank: Comparator = (one, other) => one.source_registry.rank - other.source_registry.rank
const comparators: Readonly<Record<(typeof sorts)[number], Comparator>> = {
  rank: byRank,
  '-score': (one, other) => other.data_surface.score - one.data_surface.score || byRank(one, other),
  name: (one, other) => (one.provider.name < other.provider.name ? -1 : 1),
  '-trust_centers': (one, other) =>
    other.counts.trust_centers - one.counts.trust_centers || byRank(one, other),
}

function toProviderResource(provider: Provider, tally: Parameters<typeof toStats>[1]) {
  const { id, name, tier, adapter_status, connect_method, auth, normalized_coverage, rate_limit } = provider
  return {
    id,
    name,
    tier,
    adapter_status,
    connect_method,
    auth,
    website: provider.website,
    normalized_coverage,
    rate_limit,
    stats: toStats(provider, tally),
    source_registry: provider.registry,
    links: {
      self: `/v1/providers/${id}`,
      coverage: `/v1/coverage/providers/${id}`,
      companies: `/v1/companies?provider=${id}`,
      trust_centers: `/v1/trust-centers?provider=${id}`,
      sources: `/v1/sources?provider=${id}`,
    },
  }
}
