/** A provider of trust centers, and the table row it is derived from. */

type CoverageClaim = boolean | string

interface NormalizedCoverage {
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

/** A row of the provider table, from which a provider is derived. */
export interface ProviderRow {
  readonly id: string
  readonly name: string
  readonly tier: 'tier1' | 'tier2'
  readonly status: AdapterStatus
  readonly method: string
  readonly auth: string
  readonly website?: string
  /** Omitted keys are false; without it the provider's centers are listed, not read. */
  readonly coverage?: Partial<Omit<NormalizedCoverage, 'organizations'>>
  readonly segment: string
  readonly owner?: string
  readonly fetch: string
  readonly officialApi?: string
  readonly cname?: string
  readonly handleInCname?: boolean
  /** Endings of the CNAME targets of its hosts. Shared hosting is not listed. */
  readonly cnameEndings?: readonly string[]
  /** Endings of the hosts that the provider itself names. */
  readonly hostEndings?: readonly string[]
  readonly note: string
  readonly fingerprints?: readonly string[]
  /** Trust centers in the public directory of May 2026. */
  readonly liveTrustCenters: number
  /** Those of them without a gate. */
  readonly readableCenters?: number
  readonly mintCeiling?: string
}
