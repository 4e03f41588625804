/** The providers of trust centers. */

import type { AnyRoute } from '../../../http/route.ts'
import {
  emptyTally,
  type ProviderTally,
  providerLinks,
  toProviderFacts,
} from '../coverage/coverage-record.ts'
import { type Provider, providers } from '../normalise/providers/registry.ts'
import { readTallies } from '../queries/coverage.ts'
import { TrustProvider } from '../schema/coverage.ts'
import type { TrustDb } from '../schema/tables.ts'
import { matchesProvider, providerFilters, providerParams, requireProvider } from './provider-params.ts'
import { defineDocRoute, defineListRoute, pageOf } from './trust-route.ts'

const tag = 'Coverage'

export function providerRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineListRoute({
      path: '/v1/providers',
      id: 'listTrustProviders',
      tag,
      summary: 'List providers',
      query: providerFilters,
      rows: TrustProvider,
      async read(query) {
        const tallies = await readTallies(db)
        const matches = providers.filter((provider) => matchesProvider(provider, query))
        return pageOf(matches, query, (provider) => toProvider(provider, tallies.get(provider.id)))
      },
    }),
    defineDocRoute({
      path: '/v1/providers/:provider_id',
      id: 'getTrustProvider',
      tag,
      summary: 'Get a provider',
      params: providerParams,
      data: TrustProvider,
      async read({ provider_id }) {
        const provider = requireProvider(provider_id)
        const tallies = await readTallies(db)
        return JSON.stringify(toProvider(provider, tallies.get(provider.id)))
      },
    }),
  ]
}

function toProvider(provider: Provider, tally: ProviderTally = emptyTally) {
  return {
    ...toProviderFacts(provider, tally),
    website: provider.website,
    source_registry: provider.registry,
    links: {
      self: `/v1/providers/${provider.id}`,
      coverage: `/v1/coverage/providers/${provider.id}`,
      ...providerLinks(provider.id),
    },
  }
}
