/** What the routes of providers and of their coverage share: parameters, filters and lookup. */

import { Type } from 'typebox'
import { closestMatch } from '../../../core/text/closest-match.ts'
import { oneOf } from '../../../http/openapi/fields.ts'
import { adapterStatuses } from '../normalise/providers/provider-row.ts'
import { type Provider, providerById, providers } from '../normalise/providers/registry.ts'
import { requireFound } from './trust-route.ts'

export const providerParams = Type.Object({
  provider_id: Type.String({ maxLength: 80, description: '`id` of the provider.', examples: ['conveyor'] }),
})

export const providerFilters = {
  tier: Type.Optional(oneOf(['tier1', 'tier2'], { description: 'Importance of the provider.' })),
  adapter_status: Type.Optional(
    oneOf(adapterStatuses, { description: 'Whether its trust centers can be read.' }),
  ),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Part of the name or id.' })),
}

interface ProviderFilter {
  readonly tier?: string
  readonly adapter_status?: string
  readonly connect_method?: string
  readonly q?: string
}

export function matchesProvider(provider: Provider, filter: ProviderFilter): boolean {
  const { tier, adapter_status, connect_method, q } = filter
  if (tier !== undefined && provider.tier !== tier) return false
  if (adapter_status !== undefined && provider.adapter_status !== adapter_status) return false
  if (connect_method !== undefined && provider.connect_method !== connect_method) return false
  return q === undefined || `${provider.id} ${provider.name}`.toLowerCase().includes(q.toLowerCase())
}

/** Throws `not_found` with the closest id. */
export function requireProvider(id: string): Provider {
  const ids = providers.map((provider) => provider.id)
  const suggestion = closestMatch(id, ids)
  const details = suggestion ? { did_you_mean: suggestion } : {}
  return requireFound(providerById(id), 'provider', 'provider_id', details)
}
