/** The kind of a document by its title: the first pattern that matches. */

import { frameworks } from './frameworks/catalogue.ts'
import { labelKey } from './frameworks/resolve.ts'

const kindPatterns: readonly (readonly [string, RegExp])[] = [
  ['bridge_letter', /\b(?:bridge|gap) letter\b/],
  [
    'pentest_report',
    /\b(?:penetration test(?:ing)?|pen ?test(?:ing)?|vapt|security scan report|remediation verification)\b/,
  ],
  ['dpa', /\b(?:data processing (?:agreement|addendum)|dpa)\b/],
  ['baa', /\b(?:business associate agreement|baa)\b/],
  ['questionnaire', /\b(?:caiq|sig|hecvat|vsa|questionnaire|self assessment)\b/],
  ['insurance', /\b(?:insurance|coi)\b/],
  ['soa', /\b(?:statement of applicability|soa)\b/],
  ['attestation_letter', /\b(?:attestation of compliance|aoc|letter of attestation|engagement letter)\b/],
  ['audit_report', /\b(?:type [12] report|soc [123]|isae \d+)\b/],
  ['certificate', /\b(?:certificate|cert of registration)\b/],
  ['vulnerability_disclosure', /\b(?:vulnerability disclosure|responsible disclosure|bug bounty)\b/],
  ['privacy_notice', /\b(?:privacy (?:policy|notice)|cookie)\b/],
  ['ai_governance', /\b(?:ai policy|model card|ai impact assessment)\b/],
  ['subprocessor_list', /\bsub ?processors?\b/],
  ['policy', /\b(?:policy|standard|code of (?:conduct|ethics))\b/],
  ['procedure_or_plan', /\b(?:plan|procedure|runbook|bcp|disaster recovery|incident response)\b/],
  ['contract_terms', /\b(?:terms|msa|sla|service level|nda)\b/],
  ['financial_or_tax', /\b(?:w 9|w9|financial statement)\b/],
  ['architecture', /\b(?:architecture|data flow|network diagram)\b/],
  ['whitepaper', /\b(?:white ?paper|security overview)\b/],
  ['sbom', /\b(?:sbom|software bill of materials)\b/],
  ['accessibility', /\b(?:vpat|acr|accessibility conformance)\b/],
]

export const documentKinds = [...kindPatterns.map(([kind]) => kind), 'other']

const certificates = frameworks
  .filter(({ kind }) => kind === 'certification')
  .flatMap(({ aliases }) => aliases.map(labelKey))

export function toDocumentKind(title: string): string {
  const key = labelKey(title)
  const kind = kindPatterns.find(([, pattern]) => pattern.test(key))?.[0]
  if (kind !== undefined) return kind
  return certificates.some((alias) => ` ${key} `.includes(` ${alias} `)) ? 'certificate' : 'other'
}

/** The year in the title of a report. */
export function toYear(title: string): number | null {
  const year = /\b(20\d\d)\b/.exec(title)?.[1]
  return year === undefined ? null : Number(year)
}
