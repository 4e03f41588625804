/** A row of the provider table: what is specific to a provider of trust centers. */

export const adapterStatuses = ['implemented', 'parser_only', 'gated', 'planned'] as const
export type AdapterStatus = (typeof adapterStatuses)[number]

type CoveredSurface = 'certifications' | 'controls' | 'subprocessors' | 'documents' | 'securityUpdates'

export interface ProviderRow {
  readonly id: string
  readonly name: string
  /** Default: `tier2`. */
  readonly tier?: 'tier1'
  /** Default: `planned`. */
  readonly status?: AdapterStatus
  /** Default: `not_determined`. */
  readonly method?: string
  /** Default: none. */
  readonly auth?: string
  readonly website?: string
  /** Omitted keys are false; without it the provider's centers are listed, not read. */
  readonly coverage?: Partial<Readonly<Record<CoveredSurface, boolean | string>>>
  /** Default: `compliance_automation`. */
  readonly segment?: string
  readonly owner?: string
  /** Default: `none`. */
  readonly fetch?: string
  readonly officialApi?: string
  readonly cname?: string
  readonly handleInCname?: boolean
  /** Endings of the CNAME targets of its hosts. Shared hosting is not listed. */
  readonly cnameEndings?: readonly string[]
  /** Endings of the hosts that the provider itself names. */
  readonly hostEndings?: readonly string[]
  /** Where centers are pages of one host: its address rule, `trust.delve.co/{name}`. */
  readonly pageAddress?: string
  /** Default: the data format is unknown. */
  readonly note?: string
  readonly fingerprints?: readonly string[]
  /** Trust centers in the public directory of May 2026. Default: 0. */
  readonly liveTrustCenters?: number
  /** Those of them without a gate. Default: 0. */
  readonly readableCenters?: number
  readonly mintCeiling?: string
}
