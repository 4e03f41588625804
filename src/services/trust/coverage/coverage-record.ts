/** The coverage record of a provider: registry facts, counts, and what follows from both. */

import type { Provider } from '../normalise/providers/registry.ts'
import {
  type AccessLevel,
  type AccessProfile,
  accessLevels,
  accessProfiles,
  perSurface,
  type Surface,
} from '../normalise/vocabulary.ts'
import { type CoverageCounts, toDataSurface } from './data-surface.ts'

/** The counts of a provider, updated at each publication. */
export interface ProviderTally {
  readonly counts: CoverageCounts
  /** Trust centers without a source row. */
  readonly unsourced: number
  readonly profiles: Partial<Readonly<Record<AccessProfile, number>>>
  readonly levels: Partial<Readonly<Record<AccessLevel, number>>>
  readonly data_access: Readonly<Record<Surface, number>>
}

const zeroCounts = perSurface(() => 0)

export const emptyTally: ProviderTally = {
  counts: { companies: 0, trust_centers: 0, ...zeroCounts, sources: 0 },
  unsourced: 0,
  profiles: {},
  levels: {},
  data_access: zeroCounts,
}

function toStats({ id, name, adapter_status }: Provider, { counts }: ProviderTally) {
  return {
    providerId: id,
    name,
    adapterStatus: adapter_status,
    organizations: counts.companies,
    trustCenters: counts.trust_centers,
    certifications: counts.certifications,
    controls: counts.controls,
    subprocessors: counts.subprocessors,
    documents: counts.documents,
    securityUpdates: counts.security_updates,
    sources: counts.sources,
  }
}

export function toProviderFacts(provider: Provider, tally: ProviderTally) {
  const { id, name, tier, adapter_status, connect_method, auth, normalized_coverage, rate_limit } = provider
  const stats = toStats(provider, tally)
  return { id, name, tier, adapter_status, connect_method, auth, normalized_coverage, rate_limit, stats }
}

export function providerLinks(id: string) {
  return {
    companies: `/v1/companies?provider=${id}`,
    trust_centers: `/v1/trust-centers?provider=${id}`,
    sources: `/v1/sources?provider=${id}`,
  }
}

export function toCoverageRecord(provider: Provider, tally: ProviderTally) {
  const { id, registry } = provider
  return {
    provider: toProviderFacts(provider, tally),
    target_support: {
      support_status: provider.support_status,
      sync_cadence: provider.sync_cadence,
      rate_limit: provider.rate_limit,
      known_source_count: registry.backfill_2026_06_11.totalKnown,
      harvestable_source_count: registry.backfill_2026_06_11.harvestableNow,
      seed: registry.backfill_2026_06_11.seed,
    },
    counts: tally.counts,
    data_surface: toDataSurface(tally.counts, tally.unsourced === 0),
    trust_centers: {
      access_profiles: toKeyCounts(accessProfiles, tally.profiles),
      access_levels: toKeyCounts(accessLevels, tally.levels),
      data_access: tally.data_access,
    },
    source_registry: registry,
    links: {
      self: `/v1/coverage/providers/${id}`,
      provider: `/v1/providers/${id}`,
      ...providerLinks(id),
    },
  }
}

export type CoverageRecordValue = ReturnType<typeof toCoverageRecord>

/** Without zero counts, in the order of `keys`. */
function toKeyCounts<Key extends string>(
  keys: readonly Key[],
  counts: Partial<Readonly<Record<Key, number>>>,
) {
  return keys.flatMap((key) => {
    const count = counts[key] ?? 0
    return count > 0 ? [{ key, count }] : []
  })
}
