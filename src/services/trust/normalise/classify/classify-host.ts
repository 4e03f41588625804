/** Which provider runs a trust center, by the CNAME target of its host or by the host itself. */

import type { ProviderRow } from '../providers/provider-row.ts'
import { providerRows } from '../providers/provider-rows.ts'

/** The id of the provider; undefined for a company's own host without a recognised target. */
export function classifyHost(host: string, cname?: string): string | undefined {
  return (cname === undefined ? undefined : byEnding(cname, 'cnameEndings')) ?? byEnding(host, 'hostEndings')
}

function byEnding(name: string, endings: 'cnameEndings' | 'hostEndings'): string | undefined {
  const dotted = `.${name.toLowerCase().replace(/\.$/, '')}`
  const isMatch = (row: ProviderRow) => row[endings]?.some((ending) => dotted.endsWith(ending)) ?? false
  return providerRows.find(isMatch)?.id
}
