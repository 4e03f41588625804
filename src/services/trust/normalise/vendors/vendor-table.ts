/** The vendors that are known: their domains, names and parents. */

import { readTable } from '../read-table.ts'

export interface VendorEntry {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly aliases: readonly string[]
  /** Whether the name was coined for this vendor: whatever begins with it is the vendor. */
  readonly isCoined: boolean
  readonly parent: string | null
}

/**
 * The rows of `vendors.tsv`: the vendors that public lists of subprocessors name. Further names are former names, legal
 * entities, and products that the vendor's own pages name. A coined name has `*` before it.
 */
export const vendorTable: readonly VendorEntry[] = readTable(new URL('./vendors.tsv', import.meta.url)).map(
  toEntry,
)

/** Without an id, it is made from the first domain, as those of vendors that are not known are. */
function toEntry([domainList = '', names = '', id = '', parent = '']: readonly string[]): VendorEntry {
  const domains = domainList.split(',').map((domain) => domain.trim())
  const aliases = names
    .replace(/^\*/, '')
    .split(',')
    .map((name) => name.trim())
  return {
    id: id || toVendorKey(domains[0] ?? ''),
    name: aliases[0] ?? id,
    domains,
    aliases,
    isCoined: names.startsWith('*'),
    parent: parent === '' ? null : parent,
  }
}

/** A text as part of an id. */
export function toVendorKey(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 100)
}
