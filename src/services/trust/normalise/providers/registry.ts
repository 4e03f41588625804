/** The provider registry: who runs trust centers, how they are discovered and read, and what they cover. */

import type { AdapterStatus, ProviderRow } from './provider-row.ts'
import { providerRows } from './provider-rows.ts'

const noCoverage: Required<NonNullable<ProviderRow['coverage']>> = {
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
const readPolicy = {
  recommendedRps: 1,
  maxConcurrency: 1,
  readCeiling: 'one full read per trust center per 24h',
  limiter: 'one_request_at_a_time_per_host',
  penalty: '403, 429 or a challenge: the read ends at once, next try after 24h',
  backoff: 'exponential_full_jitter base 300ms cap 10s, Retry-After wins',
}

export type Provider = ReturnType<typeof toProvider>

export const providers: readonly Provider[] = providerRows.map(toProvider)

const byId = new Map(providers.map((provider) => [provider.id, provider]))

export function providerById(id: string): Provider | undefined {
  return byId.get(id)
}

function toProvider(row: ProviderRow, index: number) {
  const {
    id,
    status = 'planned',
    method = 'not_determined',
    auth = 'none: what an anonymous visitor sees',
    fetch = 'none',
    note = 'The data format is unknown; centers are listed, not read.',
    liveTrustCenters = 0,
    readableCenters = 0,
  } = row
  const channels = liveTrustCenters > 0 ? ['directory', 'common_crawl_hosts', 'domain_list_dns'] : ['manual']
  return {
    id,
    name: row.name,
    tier: row.tier ?? 'tier2',
    adapter_status: status,
    connect_method: method,
    auth,
    website: row.website ?? null,
    normalized_coverage: { organizations: row.coverage !== undefined, ...noCoverage, ...row.coverage },
    rate_limit: { ...readPolicy, ...(row.mintCeiling === undefined ? {} : { mintCeiling: row.mintCeiling }) },
    support_status: supportStatuses[status],
    sync_cadence: status === 'implemented' ? 'daily_full_sync_with_provider_rate_limit' : 'daily_full_sync',
    registry: {
      rank: index + 1,
      segment: row.segment ?? 'compliance_automation',
      owner: row.owner ?? row.name,
      auth,
      connect: { method, fetch, officialApi: row.officialApi ?? null },
      discovery: {
        cnameTarget: row.cname ?? '',
        handleInCname: row.handleInCname ?? false,
        note,
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
