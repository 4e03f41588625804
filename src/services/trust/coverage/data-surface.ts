/** What a provider's records can be used for, and a score computed from whole numbers only, so that it is exact. */

import { type Capability, capabilities, type Surface, surfaces } from '../normalise/vocabulary.ts'

type SurfaceCounts = Readonly<Record<Surface, number>>

export interface CoverageCounts extends SurfaceCounts {
  readonly companies: number
  readonly trust_centers: number
  readonly sources: number
}

const scoreKind = 'bounded_0_to_100_observed_normalized_trust_center_coverage'

/** Rows per trust center at which a surface counts as deep. */
const depthTargets: SurfaceCounts = {
  certifications: 4,
  controls: 30,
  subprocessors: 12,
  documents: 10,
  security_updates: 2,
}

const pointsPerCapability = 13
/** Below the points of one capability, so that depth never outweighs breadth. */
const depthMax = 9

export type ObservedCapabilities = Readonly<Record<Capability, boolean>>

function observedCapabilities(counts: CoverageCounts, everyCenterHasSource: boolean): ObservedCapabilities {
  return {
    trust_centers: counts.trust_centers > 0,
    certifications: counts.certifications > 0,
    controls: counts.controls > 0,
    subprocessors: counts.subprocessors > 0,
    documents: counts.documents > 0,
    security_updates: counts.security_updates > 0,
    provenance: counts.sources > 0 && everyCenterHasSource,
  }
}

function toScore(counts: CoverageCounts, observed: ObservedCapabilities): number {
  const breadth = capabilities.filter((name) => observed[name]).length
  return breadth === 0 ? 0 : pointsPerCapability * breadth + toDepth(counts)
}

function toDepth(counts: CoverageCounts): number {
  const centers = counts.trust_centers
  if (centers === 0) return 0
  const perMille = surfaces.map((surface) =>
    Math.min(1000, Math.floor((1000 * counts[surface]) / (depthTargets[surface] * centers))),
  )
  const sum = perMille.reduce((total, part) => total + part, 0)
  return Math.floor((depthMax * sum) / (1000 * surfaces.length))
}

/** Thresholds at three, five and seven capabilities. */
function toGranularityTier(score: number): string {
  if (score >= 7 * pointsPerCapability) return 'deep_security_posture'
  if (score >= 5 * pointsPerCapability) return 'high_granularity'
  if (score >= 3 * pointsPerCapability) return 'medium_granularity'
  return score > 0 ? 'low_granularity' : 'no_observed_data'
}

function toReadiness(observed: ObservedCapabilities) {
  const { trust_centers: any, certifications, controls, documents, subprocessors, provenance } = observed
  return {
    vendor_risk_profile: any && certifications && (controls || documents),
    security_questionnaire_evidence: any && controls && documents,
    subprocessor_monitoring: any && subprocessors && provenance,
    document_inventory: any && documents,
    compliance_tracking: any && certifications && provenance,
    security_advisory_monitoring: any && observed.security_updates,
    provenance_audit: any && provenance,
  }
}

export function toDataSurface(counts: CoverageCounts, everyCenterHasSource: boolean) {
  const observed = observedCapabilities(counts, everyCenterHasSource)
  const score = toScore(counts, observed)
  const { companies: _, ...surfaceCounts } = counts
  return {
    score,
    score_kind: scoreKind,
    granularity_tier: toGranularityTier(score),
    observed_capabilities: observed,
    available_capabilities: capabilities.filter((name) => observed[name]),
    missing_capabilities: capabilities.filter((name) => !observed[name]),
    analysis_readiness: toReadiness(observed),
    counts: surfaceCounts,
  }
}
