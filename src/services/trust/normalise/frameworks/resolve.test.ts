import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../../test/support/recordings.ts'
import { frameworks } from './catalogue.ts'
import { resolveFramework, toFrameworkId, withoutSuperseded } from './resolve.ts'

/** label | framework | edition | status */
const vectors = `
SOC 2 Type II | soc2_type2 |  | held
SOC2 Type2 | soc2_type2 |  | held
soc2-type-2 | soc2_type2 |  | held
SOC 2 (Type 2) | soc2_type2 |  | held
AICPA SOC 2® Type II | soc2_type2 |  | held
SOC 2 Type 2 Report | soc2_type2 |  | held
2025 SOC 2 Type II | soc2_type2 |  | held
SOC 2 Type I | soc2_type1 |  | held
SOC 2 | soc2 |  | held
SOC II | soc2 |  | held
SOC 3 | soc3 |  | held
SOC 1 Type 2 | soc1_type2 |  | held
ISO/IEC 27001:2022 | iso_27001 | 2022 | held
ISO 27001:2022 | iso_27001 | 2022 | held
ISO27001 | iso_27001 |  | held
ISO 27001 Certificate 2024 | iso_27001 |  | held
ISO/IEC 42001:2023 | iso_42001 | 2023 | held
ISO 27701 | iso_27701 |  | held
ISO 27017 | iso_27017 |  | held
ISO/IEC 27018:2019 | iso_27018 | 2019 | held
ISO/IEC 20000-1:2018 | iso_20000_1 | 2018 | held
ISO 9001:2015 | iso_9001 | 2015 | held
ISO 90010 | iso_90010 |  | held
ISO 22237 | iso_22237 |  | held
PCI DSS 4.0.1 | pci_dss | 4.0.1 | held
PCI DSS v4.0.1 | pci_dss | 4.0.1 | held
PCI-DSS Level 1 | pci_dss |  | held
PCI DSS (Service Provider Level 1) | pci_dss |  | held
PCI | pci_dss |  | held
FedRAMP 20x | fedramp_20x |  | held
FedRAMP® High | fedramp_high |  | held
FedRAMP Moderate | fedramp_moderate |  | held
StateRAMP | govramp |  | held
TX-RAMP | tx_ramp |  | held
TX-RAMP Level 2 | tx_ramp |  | held
CMMC 2.0 Level 2 | cmmc_l2 | 2.0 | held
HIPAA | hipaa |  | held
HIPAA Compliance | hipaa |  | held
HITRUST r2 | hitrust_r2 |  | held
HITRUST CSF | hitrust |  | held
GDPR | gdpr |  | held
CCPA | ccpa |  | held
CPRA | ccpa |  | held
EU-U.S. DPF | eu_us_dpf |  | held
EU-US Data Privacy Framework | eu_us_dpf |  | held
CSA STAR | csa_star |  | held
CSA STAR Attestation | csa_star_l2 |  | held
CSA STAR Level 1 | csa_star_l1 |  | held
Trusted Cloud Provider (CSA) | csa_trusted_cloud_provider |  | held
UK Cyber Essentials Plus | cyber_essentials_plus |  | held
Cyber Essentials+ | cyber_essentials_plus |  | held
Cyber Essentials | cyber_essentials |  | held
BSI C5 | c5 |  | held
TISAX AL3 | tisax |  | held
IRAP PROTECTED | irap |  | held
ENS High | ens |  | held
DoD IL5 | dod_srg |  | held
NIST 800-171 | nist_800_171 |  | held
NIST CSF 2.0 | nist_csf | 2.0 | held
FIPS 140-3 | fips_140 |  | held
CASA Tier 2 | casa |  | held
EU AI Act | eu_ai_act |  | held
AWS Security Competency | aws_competency |  | held
Hébergement de données de santé | hds |  | held
ISO 27001: Planned 2026 | iso_27001 |  | planned
SOC 2 Type II (in progress) | soc2_type2 |  | in_progress
NIST CSF (aligned) | nist_csf |  | aligned
START Level One | custom:start-level-one |  | held
How to Use CMMC Resources - Start Here | custom:how-to-use-cmmc-resources-start-here |  | held
NEN7510 | nen_7510 |  | held
APEC CBPR | cbpr |  | held
`

const recordings = recordingsDir('trust')
const needsRecordings = { skip: skipReason('recordings', recordings) }

describe('resolveFramework', () => {
  const rows = vectors.trim().split('\n')

  it('has a test vector for each ambiguous case', () => {
    assert.equal(rows.length, 71)
  })

  for (const row of rows) {
    const [label = '', id, edition, status] = row.split('|').map((cell) => cell.trim())
    it(`resolves "${label}" to ${id}`, () => {
      const found = resolveFramework(label)
      assert.deepEqual([found.framework_id, found.edition ?? '', found.status], [id, edition, status])
    })
  }

  it('finds every framework by alias, name and id', () => {
    for (const { id, name, aliases } of frameworks) {
      for (const label of [name, id, ...aliases])
        assert.equal(toFrameworkId(label), id, `${label} is not ${id}`)
    }
  })

  it('resolves no sentence to a framework', () => {
    for (const label of [
      'We help you achieve SOC 2',
      'Guide to ISO 27001 for startups',
      'GDPR cookie banner',
    ]) {
      assert.equal(resolveFramework(label).isCatalogued, false, label)
    }
  })

  it('never fails on arbitrary text', () => {
    for (const label of ['', ' ', '™', '...', '🎉', 'a'.repeat(5000), '+'.repeat(300), 'iso '.repeat(200)]) {
      assert.match(resolveFramework(label).framework_id, /^(custom:|[a-z0-9_]+$)/)
    }
  })

  it('resolves every label of the directory', needsRecordings, () => {
    const seeds = JSON.parse(readFileSync(join(recordings ?? '', 'seeds/trustlists-sample.json'), 'utf8'))
    const labels = new Set<string>(
      seeds.data.flatMap((row: { certifications?: string[] }) => row.certifications ?? []),
    )
    assert.ok(labels.size > 10)
    assert.deepEqual(
      [...labels].filter((label) => !resolveFramework(label).isCatalogued),
      [],
    )
  })
})

describe('withoutSuperseded', () => {
  it('drops frameworks that a more specific one implies', () => {
    const rows = ['soc2', 'soc2_type1', 'soc2_type2', 'fedramp', 'nist', 'nist_csf', 'gdpr'].map(
      (framework_id) => ({ framework_id }),
    )
    assert.deepEqual(
      withoutSuperseded(rows).map((row) => row.framework_id),
      ['soc2_type1', 'soc2_type2', 'fedramp', 'nist_csf', 'gdpr'],
    )
  })
})
