/** Identifies a vendor across companies: by domain, then by alias, then by normalised name; never by similarity. */

import { registrableDomain } from '../../../../core/addresses/host-names.ts'
import { serviceDomain } from './domain.ts'
import { vendorTable } from './vendor-table.ts'

export interface MatchedVendor {
  readonly vendor_id: string
  readonly name: string
  readonly domain: string | null
  readonly parent_vendor_id: string | null
  /** The text in parentheses after the name. */
  readonly product: string | null
  readonly is_affiliate: boolean
}

interface Owner {
  readonly name: string
  readonly domain: string | null
}

const legalSuffixes = [
  'limited liability company',
  'incorporated',
  'corporation',
  'pty limited',
  'pty ltd',
  'pvt ltd',
  'limited',
  'gmbh',
  'corp',
  'inc',
  'llc',
  'ltd',
  'plc',
  'pbc',
  'sas',
  'srl',
  'bv',
  'nv',
  'ag',
  'sa',
  'co',
]

const byDomain = new Map(
  vendorTable.flatMap((vendor) => vendor.domains.map((domain) => [domain, vendor] as const)),
)
const byAlias = new Map(
  vendorTable.flatMap((vendor) => vendor.aliases.map((alias) => [nameKey(alias), vendor] as const)),
)

/** Also with the name of its parent before it: `Amazon AWS`. */
function vendorByAlias(key: string) {
  const space = key.indexOf(' ')
  const vendor = byAlias.get(key.slice(space + 1))
  return byAlias.get(key) ?? (space > 0 && vendor?.parent === key.slice(0, space) ? vendor : undefined)
}

/** Without legal forms, articles and punctuation, so that spellings compare equal. */
export function nameKey(name: string): string {
  let key = fold(name.replace(/(?<!\s)\s*\([^()]*\)\s*$/, ''))
    .replace(/^the /, '')
    .replace(/ (?:com|io|ai)$/, (ending, at: number) => (at >= 4 ? '' : ending))
  for (let hasSuffix = true; hasSuffix; ) {
    const suffix = legalSuffixes.find((candidate) => key.endsWith(` ${candidate}`))
    hasSuffix = suffix !== undefined
    if (suffix !== undefined) key = key.slice(0, -suffix.length - 1)
  }
  return key
}

/** The key that stored names are searched by; never empty. */
export function searchKey(name: string): string {
  return nameKey(name) || name.toLowerCase()
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** `undefined` for rows that are not vendors: headings, countries, dates. */
export function matchVendor(
  row: { readonly name: string; readonly website: string | null },
  owner: Owner,
): MatchedVendor | undefined {
  const name = row.name.replace(/\s+/g, ' ').trim()
  const key = nameKey(name)
  if (key === '' || isNotVendor(key)) return undefined
  const product = /\(([^()]+)\)\s*$/.exec(name)?.[1]?.trim() ?? null
  const domain = row.website ? (serviceDomain(row.website) ?? null) : null
  const tableEntry =
    (domain === null ? undefined : byDomain.get(domain)) ??
    (domain === null ? vendorByAlias(key) : aliasForDomain(key, domain))
  const displayName = name.replace(/(?<!\s)\s*\([^()]*\)\s*$/, '') || name
  const common = { product, is_affiliate: isAffiliate(key, domain, owner) }
  if (tableEntry) {
    const { id, parent, domains } = tableEntry
    return {
      ...common,
      vendor_id: id,
      name: tableEntry.name,
      domain: domains[0] ?? null,
      parent_vendor_id: parent,
    }
  }
  const vendor_id = domain === null ? `name_${toId(key)}` : toId(domain)
  return { ...common, vendor_id, name: displayName, domain, parent_vendor_id: null }
}

/** Accepts an id, a domain or a name. */
export function toVendorId(text: string): string {
  const reference = text.trim()
  if (vendorTable.some((vendor) => vendor.id === reference)) return reference
  const domain = reference.includes('.') && !reference.includes(' ') ? serviceDomain(reference) : undefined
  if (domain !== undefined) return byDomain.get(domain)?.id ?? toId(domain)
  return vendorByAlias(nameKey(reference))?.id ?? reference
}

/** An alias matches only if the domain belongs to the same vendor. */
function aliasForDomain(key: string, domain: string) {
  const vendor = vendorByAlias(key)
  if (!vendor || key.length <= 5) return undefined
  return vendor.domains.some((candidate) => registrableDomain(candidate) === registrableDomain(domain))
    ? vendor
    : undefined
}

function isAffiliate(key: string, domain: string | null, owner: Owner): boolean {
  if (domain !== null && owner.domain !== null && domain === owner.domain) return true
  const ownerKey = nameKey(owner.name)
  return ownerKey.length > 2 && (key === ownerKey || key.startsWith(`${ownerKey} `))
}

const nonVendorNames = new Set(
  `name vendor vendors subprocessor subprocessors entity provider providers service services purpose location
   country website description na none tbd global worldwide us usa uk eu germany france ireland canada australia
   india japan`.split(/\s+/),
)

function isNotVendor(key: string): boolean {
  return (
    nonVendorNames.has(key) || key === 'service providers' || key === 'united states' || /^[\d ]+$/.test(key)
  )
}

function toId(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 100)
}
