/** Stable ids, derived from URLs and names, so that another read gives the same ids. */

import { parseHost, registrableDomain } from '../../../core/addresses/host-names.ts'
import { stableId } from '../../../core/stable-id.ts'
import { nameKey } from '../normalise/vendors/match.ts'
import type { CenterIdentity, Evidence, Item } from '../schema/records.ts'

/** By host and path; the scheme and trailing slashes are ignored. */
export function centerId(url: string): string {
  const { host, pathname } = new URL(url)
  return stableId('tc', host, pathname.replace(/(?<!\/)\/+$/, ''))
}

/** By the registered domain, else by the name. */
export function companyId({ company, website }: Pick<CenterIdentity, 'company' | 'website'>): string {
  const host = website === null ? undefined : parseHost(website)
  return host === undefined
    ? stableId('cmp', 'name', nameKey(company))
    : stableId('cmp', 'domain', registrableDomain(host))
}

const prefixes = {
  certifications: 'cert',
  controls: 'ctl',
  subprocessors: 'sub',
  documents: 'doc',
  security_updates: 'upd',
} as const

export function itemId(center: string, { surface, key }: Item): string {
  return stableId(prefixes[surface], center, key)
}

export function sourceId(center: string, { kind, url }: Evidence): string {
  return stableId('src', center, kind, url)
}
