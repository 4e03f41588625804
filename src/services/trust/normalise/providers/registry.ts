/** The provider registry: who runs trust centers, how they are discovered and read, and what they cover. */

import type { AdapterStatus, Provider, ProviderRow, RateLimit } from './provider.ts'
import { providerRows } from './provider-rows.ts'

const noCoverage = {
  certifications: false,
  controls: false,
  subprocessors: false,
  documents: false,
  securityUpdates: false,
}

const supportStatuses: Readonly<Record<AdapterStatus, string>> = {
  implemented: 'supported',
  parser_only: 'supported_by_import',
  gated: 'gated',
  planned: 'planned',
}

/** What the sources and the outbound client do. */
const readPolicy: RateLimit = {
  recommendedRps: 1,
  maxConcurrency: 1,
  readCeiling: 'one full read per trust center per 24h',
  limiter: 'one_request_at_a_time_per_host',
  penalty: '403, 429 or a challenge: the read ends at once, next try after 24h',
  backoff: 'exponential_full_jitter base 300ms cap 10s, Retry-After wins',
}

export const providers: readonly Provider[] = providerRows.map(toProvider)

const byId = new Map(providers.map((provider) => [provider.id, provider]))

export function providerById(id: string): Provider | undefined {
  return byId.get(id)
}

function toProvider(row: ProviderRow, index: number): Provider {
  const { id, liveTrustCenters, readableCenters = 0 } = row
  const channels = liveTrustCenters > 0 ? ['directory', 'common_crawl_hosts', 'domain_list_dns'] : ['manual']
  return {
    id,
    name: row.name,
    tier: row.tier,
    adapter_status: row.status,
    connect_method: row.method,
    auth: row.auth,
    website: row.website ?? null,
    normalized_coverage: { organizations: row.coverage !== undefined, ...noCoverage, ...row.coverage },
    rate_limit: { ...readPolicy, ...(row.mintCeiling === undefined ? {} : { mintCeiling: row.mintCeiling }) },
    support_status: supportStatuses[row.status],
    sync_cadence:
      row.status === 'implemented' ? 'daily_full_sync_with_provider_rate_limit' : 'daily_full_sync',
    registry: {
      rank: index + 1,
      segment: row.segment,
      owner: row.owner ?? row.name,
      auth: row.auth,
      connect: { method: row.method, fetch: row.fetch, officialApi: row.officialApi ?? null },
      discovery: {
        cnameTarget: row.cname ?? '',
        handleInCname: row.handleInCname ?? false,
        note: row.note,
        fingerprints: row.fingerprints ?? [],
        channels,
      },
      backfill_2026_06_11: {
        priorKnown: liveTrustCenters,
        harvestableNow: readableCenters,
        netNew: 0,
        totalKnown: liveTrustCenters,
        unit: 'trust_center',
        sourceChannels: channels.slice(0, 1),
        seed: `/v1/sources?provider=${id}&kind=directory_entry`,
        notes: 'Counts of the public directory as of May 2026; no crawl.',
      },
    },
  }
}
