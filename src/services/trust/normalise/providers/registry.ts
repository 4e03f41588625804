/** The provider registry as data: who runs trust centers, how they are found and read, and what may be promised. */

import { providerRows } from './provider-rows.ts'

export type CoverageClaim = boolean | string

/** Keys as the coverage record has them. */
export interface NormalizedCoverage {
  readonly organizations: CoverageClaim
  readonly certifications: CoverageClaim
  readonly controls: CoverageClaim
  readonly subprocessors: CoverageClaim
  readonly documents: CoverageClaim
  readonly securityUpdates: CoverageClaim
}

export interface RateLimit {
  readonly recommendedRps: number
  readonly maxConcurrency: number
  readonly readCeiling: string
  readonly limiter: string
  readonly penalty: string
  readonly backoff: string
  readonly mintCeiling?: string
}

export const adapterStatuses = ['implemented', 'parser_only', 'gated', 'planned'] as const
export type AdapterStatus = (typeof adapterStatuses)[number]

export interface Provider {
  readonly id: string
  readonly name: string
  readonly tier: string
  readonly adapter_status: AdapterStatus
  readonly connect_method: string
  readonly auth: string
  readonly website: string | null
  readonly normalized_coverage: NormalizedCoverage
  readonly rate_limit: RateLimit
  readonly support_status: string
  readonly sync_cadence: string
  readonly registry: {
    readonly rank: number
    readonly segment: string
    readonly owner: string
    readonly auth: string
    readonly connect: { readonly method: string; readonly fetch: string; readonly officialApi: string | null }
    readonly discovery: {
      readonly cnameTarget: string
      readonly handleInCname: boolean
      readonly note: string
      readonly fingerprints: readonly string[]
      readonly channels: readonly string[]
    }
    readonly backfill_2026_06_11: {
      readonly priorKnown: number
      readonly harvestableNow: number
      readonly netNew: number
      readonly totalKnown: number
      readonly unit: string
      readonly sourceChannels: readonly string[]
      readonly seed: string
      readonly notes: string
    }
  }
}

/** What a row of the table says; everything else follows from it. */
export interface ProviderRow {
  readonly id: string
  readonly name: string
  readonly tier: 'tier1' | 'tier2'
  readonly status: AdapterStatus
  readonly method: string
  readonly auth: string
  readonly website?: string
  /** Certifications, controls, subprocessors, documents, security updates; none may be promised unless told. */
  readonly coverage?: readonly [CoverageClaim, CoverageClaim, CoverageClaim, CoverageClaim, CoverageClaim]
  readonly segment: string
  readonly owner?: string
  readonly fetch: string
  readonly officialApi?: string
  readonly cname?: string
  readonly handleInCname?: boolean
  readonly note: string
  readonly fingerprints?: readonly string[]
  /** Trust centers in the public directory of May 2026, and those that can be read without a gate. */
  readonly liveTrustCenters: number
  readonly readableCenters?: number
  readonly mintCeiling?: string
}

const noCoverage = [false, false, false, false, false] as const

const supportStatuses: Readonly<Record<AdapterStatus, string>> = {
  implemented: 'supported',
  parser_only: 'supported_by_import',
  gated: 'gated',
  planned: 'planned',
}

/** What the sources and the outbound client really do. */
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
  const [certifications, controls, subprocessors, documents, securityUpdates] = row.coverage ?? noCoverage
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
    normalized_coverage: {
      organizations: row.coverage !== undefined,
      certifications,
      controls,
      subprocessors,
      documents,
      securityUpdates,
    },
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
        notes: 'Counts of the public directory as of May 2026; no crawl of our own.',
      },
    },
  }
}
