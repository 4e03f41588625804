/** The catalogue of frameworks: names, families, kinds, and the labels that trust centers use. */

import { readTable } from '../read-table.ts'
import type { CertificationStatus, FrameworkKind } from '../vocabulary.ts'

export interface Framework {
  readonly id: string
  readonly name: string
  readonly family: string
  readonly kind: FrameworkKind
  readonly aliases: readonly string[]
}

export const frameworks: readonly Framework[] = readTable(new URL('./frameworks.tsv', import.meta.url)).map(
  ([id = '', name = '', family = '', kind = '', aliases = '']) => ({
    id,
    name,
    family,
    kind: kind as FrameworkKind,
    aliases: aliases.split(';').map((alias) => alias.trim()),
  }),
)

/** Words that are written together with the number after them. */
export const numberedStems = [
  'soc',
  'iso',
  'iec',
  'type',
  'nis',
  'fips',
  'cmmc',
  'level',
  'tier',
  'nist',
  'tisax',
  'nen',
  'cis',
  'dpf',
  'dss',
  'saq',
]

/** Words in a label that indicate a status; the first match decides. */
export const statusWords: readonly (readonly [CertificationStatus, readonly string[]])[] = [
  ['expired', ['expired', 'lapsed']],
  ['planned', ['on the roadmap', 'coming soon', 'upcoming', 'planned', 'roadmap']],
  ['in_progress', ['observation period', 'in progress', 'in process', 'underway', 'pursuing', 'pending']],
  [
    'aligned',
    ['aligned with', 'aligned to', 'alignment', 'mapped to', 'readiness', 'eligible', 'aligned', 'ready'],
  ],
]

/** Words to ignore in a label. */
export const noiseWords: ReadonlySet<string> = new Set(
  `assessed assessment attestation attested audit audited authorised authorized badge certificate certificates certification certified compliance compliant examination for framework letter logo of report reports standard statement the`.split(
    ' ',
  ),
)

/** General frameworks, and the more specific ones that imply them. */
export const specificFrameworks: Readonly<Record<string, readonly string[]>> = {
  soc1: ['soc1_type1', 'soc1_type2'],
  soc2: ['soc2_type1', 'soc2_type2', 'soc2_hitrust'],
  fedramp: ['fedramp_low', 'fedramp_li_saas', 'fedramp_moderate', 'fedramp_high', 'fedramp_20x'],
  hitrust: ['hitrust_e1', 'hitrust_i1', 'hitrust_r2'],
  cmmc: ['cmmc_l1', 'cmmc_l2', 'cmmc_l3'],
  csa_star: ['csa_star_l1', 'csa_star_l2'],
  cyber_essentials: ['cyber_essentials_plus'],
  nist: ['nist_csf', 'nist_800_53', 'nist_800_171', 'nist_ssdf', 'nist_ai_rmf', 'nist_privacy'],
}
