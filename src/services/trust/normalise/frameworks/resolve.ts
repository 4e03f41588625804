/** Resolves a label to a framework: by an exact match after normalisation, never by a search in sentences. */

import { parseLimits } from '../../../../core/parse/parse-limits.ts'
import type { CertificationStatus, FrameworkKind } from '../vocabulary.ts'
import {
  type Framework,
  frameworks,
  noiseWords,
  numberedStems,
  specificFrameworks,
  statusWords,
} from './catalogue.ts'

export interface ResolvedFramework {
  readonly framework_id: string
  readonly name: string
  readonly family: string
  readonly kind: FrameworkKind
  readonly edition: string | null
  readonly level: string | null
  readonly status: CertificationStatus
  /** False for labels outside the catalogue, which keep their name. */
  readonly isCatalogued: boolean
}

const byId = new Map(frameworks.map((framework) => [framework.id, framework]))

const stemBeforeNumber = new RegExp(`\\b(${numberedStems.join('|')})(\\d|ii?\\b)`, 'g')

/** The normalised form of a label, for comparison. */
export function labelKey(label: string): string {
  let key = label
    .slice(0, parseLimits.labelCharacters)
    .replace(/[™®©]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
    .replace(/\b([a-z])\.([a-z])\./g, '$1$2 ')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/[^a-z0-9.]+/g, ' ')
    .replace(/\bpcidss\b/g, 'pci dss')
    .replace(stemBeforeNumber, '$1 $2')
    .replace(/\bv\s?(?=\d)/g, '')
  key = key
    .replace(/\btype ii\b/g, 'type 2')
    .replace(/\btype i\b/g, 'type 1')
    .replace(/\b(soc [12]) (?:ii|2)\b/g, '$1 type 2')
    .replace(/\b(soc [12]) i\b/g, '$1 type 1')
    .replace(/\biso iec\b/g, 'iso')
    .replace(/\b(?:bs en|din en|jis q|nf en)(?= (?:iso )?\d| iso )/g, '')
  return key.replace(/\s+/g, ' ').trim()
}

const byAlias: ReadonlyMap<string, Framework> = new Map(
  frameworks.flatMap((framework) =>
    [framework.id.replaceAll('_', ' '), framework.name, ...framework.aliases].map(
      (alias) => [labelKey(alias), framework] as const,
    ),
  ),
)

const byAliasWithoutEdition: ReadonlyMap<string, Framework> = new Map(
  frameworks.flatMap((framework) =>
    framework.aliases.map((alias) => [withoutEdition(labelKey(alias)).key, framework] as const),
  ),
)

export function resolveFramework(label: string): ResolvedFramework {
  const fullKey = labelKey(label)
  const { edition, key: keyWithoutEdition } = withoutEdition(fullKey)
  const { status, key } = withoutStatus(keyWithoutEdition)
  const keyWithoutYear = key.replace(/^(?:19|20)\d\d /, '').replace(/ (?:19|20)\d\d$/, '')
  const level = levelOf(label)
  const direct = byAlias.get(fullKey)
  const framework =
    findByKey(keyWithoutYear) ??
    (direct && status !== 'held' ? undefined : direct) ??
    findByKey(withoutNoise(keyWithoutYear)) ??
    direct
  if (framework) {
    const { id, name, family, kind } = framework
    return { framework_id: id, name, family, kind, edition, level, status, isCatalogued: true }
  }
  return {
    ...unlistedFramework(label, withoutNoise(keyWithoutYear)),
    edition,
    level,
    status,
    isCatalogued: false,
  }
}

export function frameworkById(id: string): Framework | undefined {
  return byId.get(id)
}

/** Accepts an id, a name or an alias. */
export function toFrameworkId(text: string): string {
  return byId.has(text) ? text : resolveFramework(text).framework_id
}

/** Removes frameworks that a more specific one implies: SOC 2 Type II implies SOC 2. */
export function withoutSuperseded<Row extends { readonly framework_id: string }>(
  rows: readonly Row[],
): Row[] {
  const ids = new Set(rows.map((row) => row.framework_id))
  return rows.filter(
    ({ framework_id }) => !specificFrameworks[framework_id]?.some((specific) => ids.has(specific)),
  )
}

function findByKey(key: string): Framework | undefined {
  return byAlias.get(key) ?? byAliasWithoutEdition.get(key)
}

function unlistedFramework(
  label: string,
  key: string,
): Pick<ResolvedFramework, 'framework_id' | 'name' | 'family' | 'kind'> {
  const [, number, part] = /^iso (\d{3,6})(?: (\d{1,2}))?$/.exec(key) ?? []
  if (number !== undefined) {
    const id = part === undefined ? `iso_${number}` : `iso_${number}_${part}`
    return {
      framework_id: id,
      name: `ISO ${number}${part ? `-${part}` : ''}`,
      family: 'iso',
      kind: 'certification',
    }
  }
  const slug = labelKey(label).replace(/[. ]+/g, '-').slice(0, 80)
  return { framework_id: `custom:${slug || 'unnamed'}`, name: label, family: 'custom', kind: 'custom' }
}

/** A year after an ISO number, or a dotted version after the name of a versioned framework. */
function withoutEdition(key: string): { edition: string | null; key: string } {
  const found =
    /^(.*\biso \d{3,6}(?: \d{1,2})?) ((?:19|20)\d\d)\b(.*)$/.exec(key) ??
    /^(.*\b(?:pci dss|nist csf|cmmc)) (\d+\.\d+(?:\.\d+)*)(.*)$/.exec(key)
  if (!found) return { edition: null, key }
  const [, before = '', edition = '', after = ''] = found
  return { edition, key: `${before}${after}`.trim() }
}

function withoutStatus(key: string): { status: CertificationStatus; key: string } {
  for (const [status, words] of statusWords) {
    const word = words.find((candidate) => ` ${key} `.includes(` ${candidate} `))
    if (word !== undefined) {
      const rest = ` ${key} `.replace(` ${word} `, ' ').trim()
      if (rest !== '') return { status, key: rest }
    }
  }
  return { status: 'held', key }
}

function withoutNoise(key: string): string {
  return key
    .split(' ')
    .filter((word) => !noiseWords.has(word))
    .join(' ')
}

/** For example `Level 1`, `IL5`, `AL3` or `Tier 2`. */
function levelOf(label: string): string | null {
  return (
    /\b(?:Level|Tier)\s?(?:\d|One|Two|Three)\b|\b[AI]L\d\b|\b(?:High|Moderate|Low|Medium|Protected)\b/i.exec(
      label,
    )?.[0] ?? null
  )
}
