/** Identifies a vendor across companies: by domain, then by alias, then by normalised name; never by similarity. */

import { registrableDomain } from '../../../../core/addresses/host-names.ts'
import { serviceDomain } from './domain.ts'
import { readVendorName, type VendorName, withoutCountry } from './vendor-name.ts'
import { toVendorKey, type VendorEntry, vendorTable } from './vendor-table.ts'

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
  vendorTable.flatMap((vendor) => vendor.aliases.map((alias) => [aliasKey(alias), vendor] as const)),
)

const byId = new Map(
  vendorTable.flatMap((vendor) => [
    ...vendor.domains.map((domain) => [toVendorKey(domain), vendor] as const),
    [vendor.id, vendor] as const,
  ]),
)
const coinedNames = new Map(
  vendorTable.filter(({ isCoined }) => isCoined).map((vendor) => [aliasKey(vendor.name), vendor] as const),
)

/** Also with the name of its parent before it: `Amazon AWS`. */
function vendorByAlias(key: string): VendorEntry | undefined {
  const space = key.indexOf(' ')
  const vendor = byAlias.get(key.slice(space + 1))
  return byAlias.get(key) ?? (space > 0 && vendor?.parent === key.slice(0, space) ? vendor : undefined)
}

/** The first of the names that is known; of several separated by slashes, the vendor that all of them are. */
function vendorByName(raw: string, { candidates, isLegal }: VendorName): VendorEntry | undefined {
  for (const [at, name] of [raw, ...candidates].entries()) {
    const key = aliasKey(name)
    const vendor =
      vendorByAlias(key) ??
      vendorByAlias(aliasKey(name.replace(/\.(?:com|io|ai|co|dev|app)$/i, ''))) ??
      // `Amazon Web Services — S3`: a product or purpose.
      vendorByAlias(aliasKey(name.split(/ [–—-] /)[0] as string)) ??
      (isLegal ? vendorByAlias(withoutCountry(key)) : undefined) ??
      (at === 0 ? undefined : vendorByStart(key))
    // In brackets, the hosting of a vendor is named too.
    if (vendor !== undefined && (at <= 1 || !hosts.has(vendor.id))) return vendor
  }
  const parts = raw.split(' / ')
  const vendors = parts.length > 1 ? parts.map((part) => vendorByName(part, readVendorName(part))) : []
  return vendors.every((vendor) => vendor === vendors[0]) ? vendors[0] : undefined
}

const hosts = new Set(['aws', 'gcp', 'azure', 'google', 'microsoft', 'amazon_com'])

/** A name that was coined for a vendor begins no other's. A purpose after a dash is not part of a name. */
function vendorByStart(key: string): VendorEntry | undefined {
  const words = key.split(' ')
  const startOf = (count: number) => words.slice(0, count).join(' ')
  const coined = coinedNames.get(startOf(1)) ?? coinedNames.get(startOf(2))
  if (coined === undefined) return undefined
  // `Microsoft Azure CDN`: a service of the vendor that is a vendor of its own.
  for (let count = Math.min(words.length, serviceWordsMax); count > 1; count--) {
    const service = byAlias.get(startOf(count))
    if (service?.parent === coined.id) return service
  }
  return coined
}

const serviceWordsMax = 5

/** Without legal forms, articles, punctuation and the ending of a domain, so that spellings compare equal. */
export function nameKey(name: string): string {
  return withoutLegalForms(
    foldName(name.replace(/(?<!\s)\s*\([^()]*\)\s*$/, '')).replace(/ (?:com|io|ai)$/, (ending, at: number) =>
      at >= 4 ? '' : ending,
    ),
  )
}

/** With the ending: `Open` is not `Open AI`. */
function aliasKey(name: string): string {
  return withoutLegalForms(foldName(name))
}

function withoutLegalForms(name: string): string {
  const suffix = legalSuffixes.find((candidate) => name.endsWith(` ${candidate}`))
  return suffix === undefined ? name : withoutLegalForms(name.slice(0, -suffix.length - 1))
}

/** The key that stored names are searched by; never empty. */
export function searchKey(name: string): string {
  return nameKey(name) || name.toLowerCase()
}

function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}

/** `undefined` for rows that are not vendors: headings, countries, dates. */
export function matchVendor(
  row: { readonly name: string; readonly website: string | null },
  owner: Owner,
): MatchedVendor | undefined {
  const names = readVendorName(row.name)
  const [name = ''] = names.candidates
  const key = nameKey(name)
  if (key === '' || isNotVendor(key)) return undefined
  const domain = row.website ? (serviceDomain(row.website) ?? null) : null
  const known = findKnown(row.name, names, domain)
  const common = { product: names.product, is_affiliate: isAffiliate(nameKey(row.name), domain, owner) }
  if (known) {
    const { id, parent, domains } = known
    return {
      ...common,
      vendor_id: id,
      name: known.name,
      domain: domains[0] ?? null,
      parent_vendor_id: parent,
    }
  }
  const vendor_id = domain === null ? `name_${toVendorKey(key)}` : toVendorKey(domain)
  return { ...common, vendor_id, name, domain, parent_vendor_id: null }
}

/**
 * By the domain: a name at a domain of nobody that is known proves nothing. A coined name counts if the domain is another known
 * vendor's, such as the marketplace that sells it. Without a domain, the name counts alone.
 */
function findKnown(raw: string, names: VendorName, domain: string | null): VendorEntry | undefined {
  const byName = vendorByName(raw, names)
  if (domain === null) return byName
  const owner = byDomain.get(domain)
  if (owner !== undefined) {
    const isOther =
      byName?.isCoined && byName !== owner && byName.parent !== owner.id && owner.parent !== byName.id
    return isOther ? byName : owner
  }
  const isSame = byName?.domains.some((one) => registrableDomain(one) === registrableDomain(domain))
  return isSame ? byName : undefined
}

/** Accepts an id, a domain or a name. */
export function toVendorId(text: string): string {
  const reference = text.trim()
  const known = byId.get(reference)
  if (known !== undefined) return known.id
  const domain = reference.includes('.') && !reference.includes(' ') ? serviceDomain(reference) : undefined
  if (domain !== undefined) return byDomain.get(domain)?.id ?? toVendorKey(domain)
  // Ids of vendors without a domain are made of their names, which may have been read differently then.
  const isNameId = reference.startsWith('name_')
  const name = isNameId ? reference.slice('name_'.length).replaceAll('_', ' ') : reference
  const names = readVendorName(name)
  const vendor = vendorByName(name, names)
  if (vendor !== undefined) return vendor.id
  return isNameId ? `name_${toVendorKey(nameKey(names.candidates[0] ?? name))}` : reference
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
