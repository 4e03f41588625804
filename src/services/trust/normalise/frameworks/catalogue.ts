/** The catalogue of frameworks: names, families, kinds, and the labels that trust centers use. */

import type { CertificationStatus, FrameworkKind } from '../vocabulary.ts'

export interface Framework {
  readonly id: string
  readonly name: string
  readonly family: string
  readonly kind: FrameworkKind
  readonly aliases: readonly string[]
}

/** id | name | family | kind | aliases */
const table = `
soc1 | SOC 1 | soc | attestation | soc 1; ssae 16; soc1 report
soc1_type1 | SOC 1 Type I | soc | attestation | soc 1 type 1; soc 1 type i; soc1t1
soc1_type2 | SOC 1 Type II | soc | attestation | soc 1 type 2; soc 1 type ii; soc1t2; ssae 18 soc 1 type 2
soc2 | SOC 2 | soc | attestation | soc 2; aicpa soc 2; aicpa soc; soc ii
soc2_type1 | SOC 2 Type I | soc | attestation | soc 2 type 1; soc 2 type i; soc 2 (type 1); soc2t1; aicpa soc 2 type 1; soc2 type1
soc2_type2 | SOC 2 Type II | soc | attestation | soc 2 type 2; soc 2 type ii; soc 2 (type 2); soc2t2; aicpa soc 2 type 2; soc2-type-2; soc 2 type ll
soc2_hitrust | SOC 2 + HITRUST | soc | attestation | soc 2 + hitrust; soc 2 type 2 + hitrust; soc 2 with hitrust csf
soc3 | SOC 3 | soc | attestation | soc 3; aicpa soc 3
soc_cybersecurity | SOC for Cybersecurity | soc | attestation | soc for cybersecurity
soc_supply_chain | SOC for Supply Chain | soc | attestation | soc for supply chain
ssae_18 | SSAE 18 | soc | standard | ssae 18; ssae no 18; at-c 320
isae_3402 | ISAE 3402 | soc | attestation | isae 3402; isae 3402 type 2; isae 3402 type 1
isae_3000 | ISAE 3000 | soc | attestation | isae 3000; isae 3000 type 2
iso_27001 | ISO/IEC 27001 | iso | certification | iso 27001; iso/iec 27001; iso27001; isms 27001; jis q 27001; bs en iso 27001; iso 27001 soa
iso_27002 | ISO/IEC 27002 | iso | framework | iso 27002; iso/iec 27002
iso_27017 | ISO/IEC 27017 | iso | certification | iso 27017; iso/iec 27017; cloud security iso 27017
iso_27018 | ISO/IEC 27018 | iso | certification | iso 27018; iso/iec 27018
iso_27032 | ISO/IEC 27032 | iso | framework | iso 27032; iso/iec 27032
iso_27035 | ISO/IEC 27035 | iso | framework | iso 27035
iso_27701 | ISO/IEC 27701 | iso | certification | iso 27701; iso/iec 27701; pims 27701
iso_27799 | ISO 27799 | iso | framework | iso 27799
iso_42001 | ISO/IEC 42001 | iso | certification | iso 42001; iso/iec 42001; aims 42001
iso_22301 | ISO 22301 | iso | certification | iso 22301; bcms 22301
iso_20000_1 | ISO/IEC 20000-1 | iso | certification | iso 20000-1; iso 20000; iso/iec 20000-1; itsms 20000
iso_9001 | ISO 9001 | iso | certification | iso 9001; qms 9001
iso_13485 | ISO 13485 | iso | certification | iso 13485
iso_14001 | ISO 14001 | iso | certification | iso 14001
iso_45001 | ISO 45001 | iso | certification | iso 45001
iso_50001 | ISO 50001 | iso | certification | iso 50001
iso_31000 | ISO 31000 | iso | framework | iso 31000
iso_37001 | ISO 37001 | iso | certification | iso 37001
iso_37301 | ISO 37301 | iso | certification | iso 37301
iso_21434 | ISO/SAE 21434 | iso | certification | iso 21434; iso/sae 21434
pci_dss | PCI DSS | pci | certification | pci dss; pci; pci-dss; pcidss; pci compliance; payment card industry data security standard; pci dss level 1; pci dss service provider level 1; pci level 1; pci dss aoc; pci dss roc
pci_dss_saq | PCI DSS SAQ | pci | questionnaire | pci dss saq; pci saq; pci saq a; pci saq d; pci dss saq d
pci_3ds | PCI 3DS | pci | certification | pci 3ds; pci 3-d secure
pci_pin | PCI PIN | pci | certification | pci pin; pci pin security
pci_p2pe | PCI P2PE | pci | certification | pci p2pe; p2pe
pci_ssf | PCI Secure Software Framework | pci | certification | pci ssf; pci secure software; pci secure slc; pci s3
pa_dss | PA-DSS | pci | certification | pa-dss; pa dss
emvco | EMVCo | pci | certification | emvco; emvco l1; emvco l1 l2
fedramp | FedRAMP | us_gov | authorization | fedramp; fed ramp; fedramp authorized; fedramp ready
fedramp_low | FedRAMP Low | us_gov | authorization | fedramp low
fedramp_li_saas | FedRAMP LI-SaaS | us_gov | authorization | fedramp li-saas; fedramp tailored; fedramp tailored li saas
fedramp_moderate | FedRAMP Moderate | us_gov | authorization | fedramp moderate; fedramp mod
fedramp_high | FedRAMP High | us_gov | authorization | fedramp high
fedramp_20x | FedRAMP 20x | us_gov | authorization | fedramp 20x; fedramp 20x pilot; fedramp 20x low; fedramp 20x moderate
govramp | GovRAMP (StateRAMP) | us_gov | authorization | govramp; stateramp; state ramp; gov ramp; stateramp moderate; govramp moderate; stateramp authorized
tx_ramp | TX-RAMP | us_gov | authorization | tx-ramp; txramp; tx ramp; tx-ramp level 1; tx-ramp level 2
cmmc | CMMC | us_gov | certification | cmmc; cmmc 2.0; cybersecurity maturity model certification
cmmc_l1 | CMMC Level 1 | us_gov | certification | cmmc level 1; cmmc l1; cmmc 2.0 level 1
cmmc_l2 | CMMC Level 2 | us_gov | certification | cmmc level 2; cmmc l2; cmmc 2.0 level 2
cmmc_l3 | CMMC Level 3 | us_gov | certification | cmmc level 3; cmmc l3
dod_srg | DoD Cloud Computing SRG | us_gov | authorization | dod srg; dod il2; dod il4; dod il5; dod il6; dod impact level 2; dod impact level 4; dod impact level 5; disa il4; disa il5
fisma | FISMA | us_gov | regulation | fisma
cjis | CJIS | us_gov | framework | cjis; cjis security policy
irs_1075 | IRS Publication 1075 | us_gov | framework | irs 1075; irs publication 1075; irs pub 1075
itar | ITAR | us_gov | regulation | itar
dfars | DFARS 252.204-7012 | us_gov | regulation | dfars; dfars 7012; dfars 252.204 7012
fips_140 | FIPS 140 | us_gov | certification | fips 140; fips 140-2; fips 140-3; fips 140 2; fips 140 3; fips
nist_csf | NIST CSF | nist | framework | nist csf; nist cybersecurity framework; nist csf 2.0; nist csf 1.1
nist | NIST (unspecified) | nist | framework | nist; nist compliance
nist_800_53 | NIST SP 800-53 | nist | framework | nist 800-53; nist sp 800-53; nist 800 53; nist sp 800 53 rev 5
nist_800_171 | NIST SP 800-171 | nist | framework | nist 800-171; nist sp 800-171; nist 800 171
nist_ssdf | NIST SSDF (SP 800-218) | nist | framework | nist ssdf; nist 800-218; nist sp 800-218; ssdf
nist_ai_rmf | NIST AI RMF | nist | framework | nist ai rmf; nist ai risk management framework
nist_privacy | NIST Privacy Framework | nist | framework | nist privacy framework; nist pf
hipaa | HIPAA | health | regulation | hipaa; hipaa hitech; hipaa security rule; health insurance portability and accountability act; hippa
hitech | HITECH | health | regulation | hitech
hitrust | HITRUST CSF | health | certification | hitrust; hitrust csf; hitrust certified
hitrust_e1 | HITRUST e1 | health | certification | hitrust e1; hitrust csf e1
hitrust_i1 | HITRUST i1 | health | certification | hitrust i1; hitrust csf i1
hitrust_r2 | HITRUST r2 | health | certification | hitrust r2; hitrust csf r2; hitrust risk based 2 year
hds | HDS (Hébergeur de données de santé) | health | certification | hds; hebergeur de donnees de sante; hebergement de donnees de sante
nen_7510 | NEN 7510 | health | certification | nen 7510; nen7510
nhs_dspt | NHS DSP Toolkit | health | framework | nhs dspt; dspt; nhs dsp toolkit; data security and protection toolkit; nhs ig toolkit
dtac | DTAC | health | framework | dtac; digital technology assessment criteria
cfr_part_11 | 21 CFR Part 11 | health | regulation | 21 cfr part 11; 21 cfr 11; fda 21 cfr part 11; gxp
gdpr | GDPR | privacy | regulation | gdpr; eu gdpr; general data protection regulation; gdpr compliance
uk_gdpr | UK GDPR | privacy | regulation | uk gdpr; uk data protection act; uk dpa 2018
ccpa | CCPA / CPRA | privacy | regulation | ccpa; cpra; ccpa cpra; ccpa and cpra; california consumer privacy act; california privacy rights act
us_state_privacy | US state privacy laws | privacy | regulation | vcdpa; cpa colorado; us state privacy laws; ctdpa; tdpsa
lgpd | LGPD | privacy | regulation | lgpd; lei geral de protecao de dados
pipeda | PIPEDA | privacy | regulation | pipeda
popia | POPIA | privacy | regulation | popia; popi act
appi | APPI (Japan) | privacy | regulation | appi
pdpa_sg | PDPA (Singapore) | privacy | regulation | pdpa singapore; singapore pdpa; pdpa
pdpa_th | PDPA (Thailand) | privacy | regulation | pdpa thailand; thailand pdpa
dpdpa | DPDP Act (India) | privacy | regulation | dpdpa; dpdp act; dpdp; india dpdp act
pipl | PIPL (China) | privacy | regulation | pipl
au_privacy_act | Australian Privacy Act | privacy | regulation | australian privacy act; australian privacy principles; app australia
fadp | FADP (Switzerland) | privacy | regulation | fadp; revfadp; swiss fadp; swiss data protection act
eu_us_dpf | EU-U.S. Data Privacy Framework | privacy | program | eu-us dpf; eu-u.s. dpf; eu us data privacy framework; eu-u.s. data privacy framework; data privacy framework; dpf; uk extension to the eu us dpf
swiss_us_dpf | Swiss-U.S. Data Privacy Framework | privacy | program | swiss-us dpf; swiss us data privacy framework
privacy_shield | Privacy Shield | privacy | program | privacy shield; eu us privacy shield
cbpr | APEC / Global CBPR | privacy | certification | apec cbpr; cbpr; global cbpr; apec cbpr prp
prp | APEC / Global PRP | privacy | certification | apec prp; prp; global prp
bcr | Binding Corporate Rules | privacy | program | bcr; binding corporate rules; bcr p
scc | Standard Contractual Clauses | privacy | program | scc; sccs; standard contractual clauses
truste | TRUSTe / TrustArc privacy certification | privacy | certification | truste; truste enterprise privacy; trustarc certified privacy
ferpa | FERPA | privacy | regulation | ferpa
coppa | COPPA | privacy | regulation | coppa
eprivacy | ePrivacy Directive | privacy | regulation | eprivacy; eprivacy directive
csa_star | CSA STAR | csa | program | csa star; csa star registry; star registry; cloud security alliance star
csa_star_l1 | CSA STAR Level 1 | csa | questionnaire | csa star level 1; csa star level one; star level one; csa star self assessment; csa star l1; csa level 1
csa_star_l2 | CSA STAR Level 2 | csa | certification | csa star level 2; csa star level two; csa star l2; csa star certification; csa star attestation; csa star gold
csa_ccm | CSA CCM | csa | framework | csa ccm; cloud controls matrix
csa_trusted_cloud_provider | CSA Trusted Cloud Provider | csa | program | csa trusted cloud provider; trusted cloud provider csa; trusted cloud provider
caiq | CAIQ | csa | questionnaire | caiq; caiq lite; consensus assessments initiative questionnaire
sig | SIG | questionnaire | questionnaire | sig; sig core; sig lite; shared assessments; standardized information gathering
hecvat | HECVAT | questionnaire | questionnaire | hecvat; hecvat lite; hecvat full
vsa | VSA Questionnaire | questionnaire | questionnaire | vsa; vsaq; vendor security alliance
vpat | VPAT / Section 508 | questionnaire | questionnaire | vpat; section 508; wcag; wcag 2.1 aa; acr accessibility conformance report
c5 | BSI C5 | national | attestation | c5; bsi c5; c5 type 1; c5 type 2; cloud computing compliance criteria catalogue; c5 attestation
ens | ENS (Esquema Nacional de Seguridad) | national | certification | ens; ens high; ens alto; ens medium; ens medio; esquema nacional de seguridad
cyber_essentials | Cyber Essentials | national | certification | cyber essentials; uk cyber essentials; ncsc cyber essentials
cyber_essentials_plus | Cyber Essentials Plus | national | certification | cyber essentials plus; uk cyber essentials plus; cyber essentials +
g_cloud | UK G-Cloud | national | program | g-cloud; uk g cloud; g cloud 14
tisax | TISAX | national | certification | tisax; tisax al2; tisax al3; tisax assessment level 3; vda isa
irap | IRAP | national | authorization | irap; irap protected; irap assessed; infosec registered assessors program
essential_eight | Essential Eight | national | framework | essential eight; essential 8; acsc essential eight
ismap | ISMAP | national | authorization | ismap
mtcs | MTCS (SS 584) | national | certification | mtcs; mtcs ss 584; mtcs tier 3
dptm | Data Protection Trustmark (SG) | national | certification | dptm; data protection trustmark
csa_cyber_trust_mark | Cyber Trust mark (SG) | national | certification | cyber trust mark; csa cyber trust mark
k_isms | K-ISMS / ISMS-P | national | certification | k-isms; isms-p; k isms p
secnumcloud | SecNumCloud | national | certification | secnumcloud; anssi secnumcloud
cccs_medium | CCCS Medium (Protected B) | national | authorization | cccs medium; protected b; cccs pbmm; pbmm
bio | BIO (Baseline Informatiebeveiliging Overheid) | national | framework | bio; baseline informatiebeveiliging overheid
cyfun | CyberFundamentals | national | framework | cyfun; cyberfundamentals
nis2 | NIS 2 | eu_law | regulation | nis2; nis 2; nis2 directive
dora | DORA | eu_law | regulation | dora; digital operational resilience act
eu_ai_act | EU AI Act | eu_law | regulation | eu ai act; ai act
eu_cra | EU Cyber Resilience Act | eu_law | regulation | cra; cyber resilience act; eu cra
eidas | eIDAS | eu_law | regulation | eidas
eu_cloud_coc | EU Cloud Code of Conduct | eu_law | program | eu cloud coc; eu cloud code of conduct; cispe
sox | Sarbanes-Oxley | finance | regulation | sox; sarbanes oxley; sox itgc
glba | GLBA | finance | regulation | glba; gramm leach bliley act
ffiec | FFIEC | finance | framework | ffiec
nydfs_500 | NYDFS 23 NYCRR 500 | finance | regulation | nydfs; 23 nycrr 500; nydfs 500
sec_17a4 | SEC 17a-4 | finance | regulation | sec 17a-4; sec rule 17a 4
swift_csp | SWIFT CSP | finance | framework | swift csp; swift cscf
ospar | ABS OSPAR | finance | attestation | ospar; abs ospar
nerc_cip | NERC CIP | industry | regulation | nerc cip
tpn | Trusted Partner Network | industry | program | tpn; trusted partner network; tpn gold; tpn blue; mpa
casa | App Defense Alliance CASA | industry | certification | casa; casa tier 2; casa tier 3; google casa
sspa | Microsoft SSPA | industry | program | sspa; microsoft sspa
aws_competency | AWS competency / FTR | industry | program | aws security competency; aws foundational technical review; aws ftr; aws qualified software
cis_controls | CIS Controls | industry | framework | cis; cis controls; cis critical security controls; cis v8
owasp_asvs | OWASP ASVS | industry | framework | owasp asvs; asvs
owasp_top10 | OWASP Top 10 | industry | framework | owasp top 10; owasp
bsimm | BSIMM | industry | framework | bsimm
slsa | SLSA | industry | framework | slsa; slsa level 3
cobit | COBIT | industry | framework | cobit
aiuc_1 | AIUC-1 | industry | certification | aiuc-1; aiuc 1
`

export const frameworks: readonly Framework[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', name = '', family = '', kind = '', aliases = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return {
      id,
      name,
      family,
      kind: kind as FrameworkKind,
      aliases: aliases.split(';').map((alias) => alias.trim()),
    }
  })

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
