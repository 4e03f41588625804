/** Schemas of the coverage record and the provider. */

import { type Static, type TSchema, Type } from 'typebox'
import { day, nullable } from '../../../http/openapi/fields.ts'
import { adapterStatuses } from '../normalise/providers/provider-row.ts'
import { accessLevels, accessProfiles, capabilities, perSurface } from '../normalise/vocabulary.ts'
import { linksTo } from './links.ts'

const count = Type.Integer({ minimum: 0 })
const text = Type.String()

function perKey<const Keys extends readonly string[]>(keys: Keys, schema: TSchema) {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<Keys[number], TSchema>
}

const surfaceCounts = perSurface(() => count)

const coverageClaim = Type.Unsafe<boolean | string>({
  type: ['boolean', 'string'],
  description: 'True, false, or a word that qualifies the coverage.',
})

const NormalizedCoverage = Type.Object({
  organizations: coverageClaim,
  certifications: coverageClaim,
  controls: coverageClaim,
  subprocessors: coverageClaim,
  documents: coverageClaim,
  securityUpdates: coverageClaim,
})

const RateLimit = Type.Object(
  {
    recommendedRps: Type.Integer(),
    maxConcurrency: Type.Integer(),
    readCeiling: text,
    limiter: text,
    penalty: text,
    backoff: text,
    mintCeiling: Type.Optional(text),
  },
  { description: 'How the provider is read; not a limit of this service.' },
)

const ProviderStats = Type.Object({
  providerId: text,
  name: text,
  adapterStatus: text,
  organizations: count,
  trustCenters: count,
  certifications: count,
  controls: count,
  subprocessors: count,
  documents: count,
  securityUpdates: count,
  sources: count,
})

const provider = {
  id: Type.String({ examples: ['conveyor'] }),
  name: text,
  tier: Type.String({ examples: ['tier1', 'tier2'] }),
  adapter_status: Type.String({
    description: `One of ${adapterStatuses.join(', ')}.`,
    examples: ['implemented'],
  }),
  connect_method: Type.String({ examples: ['public_rest'] }),
  auth: text,
  normalized_coverage: NormalizedCoverage,
  rate_limit: RateLimit,
  stats: ProviderStats,
}

const registry = {
  rank: Type.Integer(),
  segment: text,
  owner: text,
  auth: text,
  connect: Type.Object(
    { method: text, fetch: text, officialApi: nullable(text) },
    { additionalProperties: true },
  ),
  discovery: Type.Object({
    cnameTarget: text,
    handleInCname: Type.Boolean(),
    note: text,
    fingerprints: Type.Array(text),
    channels: Type.Array(text),
  }),
  backfill_2026_06_11: Type.Object({
    priorKnown: count,
    harvestableNow: count,
    netNew: count,
    totalKnown: count,
    netNewFromCommonCrawl: Type.Optional(count),
    commonCrawlFloor: Type.Optional(count),
    observedHostDomains: Type.Optional(count),
    missingObservedHostDomains: Type.Optional(count),
    unit: Type.Optional(text),
    sourceChannels: Type.Optional(Type.Array(text)),
    seed: text,
    notes: Type.Optional(text),
  }),
}

const KeyCount = Type.Object({ key: text, count })

/** How long the counts of a day are kept. */
export const coverageDaysMax = 730

export type CoverageDay = Static<typeof CoverageDay>
export const CoverageDay = Type.Object(
  { day: day(), companies: count, trust_centers: count, ...surfaceCounts, sources: count },
  { $id: 'CoverageDay', description: 'What was counted at the end of the last run of this day.' },
)

export const CoverageRecord = Type.Object(
  {
    provider: Type.Object(provider),
    target_support: Type.Object({
      support_status: text,
      sync_cadence: text,
      rate_limit: RateLimit,
      known_source_count: count,
      harvestable_source_count: count,
      seed: Type.String({ description: 'Path of the backfill list.' }),
    }),
    counts: Type.Object({ companies: count, trust_centers: count, ...surfaceCounts, sources: count }),
    data_surface: Type.Object({
      score: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: '13 points per observed capability, and up to 9 for the depth of the records.',
      }),
      score_kind: text,
      granularity_tier: text,
      observed_capabilities: Type.Object(perKey(capabilities, Type.Boolean())),
      available_capabilities: Type.Array(text),
      missing_capabilities: Type.Array(text),
      analysis_readiness: Type.Object(
        perKey(
          [
            'vendor_risk_profile',
            'security_questionnaire_evidence',
            'subprocessor_monitoring',
            'document_inventory',
            'compliance_tracking',
            'security_advisory_monitoring',
            'provenance_audit',
          ],
          Type.Boolean(),
        ),
      ),
      counts: Type.Object({ trust_centers: count, ...surfaceCounts, sources: count }),
    }),
    trust_centers: Type.Object({
      access_profiles: Type.Array(KeyCount, { description: `Of ${accessProfiles.join(', ')}.` }),
      access_levels: Type.Array(KeyCount, { description: `Of ${accessLevels.join(', ')}.` }),
      data_access: Type.Object(surfaceCounts, {
        description: 'Trust centers whose section was read without signing in.',
      }),
    }),
    source_registry: Type.Object(registry),
    links: linksTo('self', 'provider', 'companies', 'trust_centers', 'sources'),
  },
  { $id: 'CoverageRecord' },
)

export const TrustProvider = Type.Object(
  {
    ...provider,
    website: nullable(text),
    source_registry: Type.Object(registry),
    links: linksTo('self', 'coverage', 'companies', 'trust_centers', 'sources'),
  },
  { $id: 'TrustProvider' },
)

export const OffsetPagination = Type.Object(
  {
    total: count,
    limit: Type.Integer(),
    offset: Type.Integer(),
    nextOffset: nullable(Type.Integer()),
    next_offset: nullable(Type.Integer()),
  },
  { $id: 'OffsetPagination' },
)
