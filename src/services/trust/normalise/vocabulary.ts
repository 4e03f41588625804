/** The closed lists of values in the trust service. */

export const surfaces = [
  'certifications',
  'controls',
  'subprocessors',
  'documents',
  'security_updates',
] as const
export type Surface = (typeof surfaces)[number]

export function perSurface<Value>(toValue: (surface: Surface) => Value): Record<Surface, Value> {
  return Object.fromEntries(surfaces.map((surface) => [surface, toValue(surface)])) as Record<Surface, Value>
}

/** `read`: the rows are complete, possibly empty. `not_published`: the center was read and lacks this section. */
export const surfaceStates = ['read', 'not_published', 'gated', 'not_read'] as const
export type SurfaceState = (typeof surfaceStates)[number]

/** Whether a count of zero means that there are no rows. */
export function isSurfaceKnown(state: SurfaceState): boolean {
  return state === 'read' || state === 'not_published'
}

export const capabilities = [
  'trust_centers',
  'certifications',
  'controls',
  'subprocessors',
  'documents',
  'security_updates',
  'provenance',
] as const
export type Capability = (typeof capabilities)[number]

export const gates = [
  'none',
  'bot_challenge',
  'waf_block',
  'signed_api',
  'auth_api',
  'login',
  'unread_shell',
  'robots',
  'gone',
] as const
export type Gate = (typeof gates)[number]

export const accessLevels = ['public', 'request', 'mixed', 'transparent', 'private', 'unknown'] as const
export type AccessLevel = (typeof accessLevels)[number]

export const accessProfiles = ['open', 'open_with_gated_documents', 'partial', 'unread', 'closed'] as const
export type AccessProfile = (typeof accessProfiles)[number]

export const certificationStatuses = ['held', 'in_progress', 'planned', 'aligned', 'expired'] as const
export type CertificationStatus = (typeof certificationStatuses)[number]

/** Planned, aligned and expired certifications are stored but not counted. */
export function isCountedCertification({ status }: { readonly status: CertificationStatus }): boolean {
  return status === 'held' || status === 'in_progress'
}

export const frameworkKinds = [
  'attestation',
  'certification',
  'authorization',
  'regulation',
  'framework',
  'standard',
  'program',
  'questionnaire',
  'custom',
] as const
export type FrameworkKind = (typeof frameworkKinds)[number]

export const documentAccess = ['public', 'request', 'private', 'unknown'] as const
export type DocumentAccess = (typeof documentAccess)[number]

export const sourceKinds = [
  'directory_entry',
  'dns_cname',
  'crawl_host',
  'manual',
  'page_read',
  'api_read',
  'import_file',
] as const
export type SourceKind = (typeof sourceKinds)[number]

export const sourceStatuses = ['harvestable', 'gated', 'dead', 'duplicate', 'unverified'] as const
export type SourceStatus = (typeof sourceStatuses)[number]

export const severities = ['info', 'low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

export const changeTypes = [
  'subprocessor.added',
  'subprocessor.removed',
  'subprocessor.changed',
  'certification.added',
  'certification.removed',
  'certification.expiring',
  'certification.expired',
  'certification.upgraded',
  'certification.downgraded',
  'certification.status_changed',
  'document.added',
  'document.removed',
  'document.access_changed',
  'control.status_changed',
  'security_update.published',
  'security_update.edited',
  'trust_center.discovered',
  'trust_center.gated',
  'trust_center.readable_again',
  'trust_center.gone',
] as const
export type ChangeType = (typeof changeTypes)[number]
