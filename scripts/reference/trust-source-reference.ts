/** The table of providers in the reference page of trust sources, generated from the adapters and the table of requests. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Provider, providers } from '../../src/services/trust/normalise/providers/registry.ts'
import { adapterFor } from '../../src/services/trust/sources/adapters/index.ts'
import { pageRequests, providerRequests } from '../../test/support/trust/requests.ts'
import { renderPage, showRequests } from './request-table.ts'

const adapters = 'src/services/trust/sources/adapters'
const head = '| Provider | Status | Requests for a made-up center | What is unproved |'

/** The page with a new table; the text around it is written by hand. */
export function renderTrustSourceReference(): string {
  const sorted = providers.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  // Providers of which only the page is requested share a row for each status.
  const own = sorted.filter(({ id }) => id in providerRequests).map((provider) => [provider])
  const others = Object.values(
    Object.groupBy(
      sorted.filter(({ id }) => !(id in providerRequests)),
      ({ adapter_status }) => adapter_status,
    ),
  )
  return renderPage('docs/reference/trust-sources.md', head, [...own, ...others].map(rowOf))
}

function rowOf(row: readonly Provider[]): string {
  const [{ id, adapter_status }] = row as [Provider]
  const { rows, unproved = '–' } = providerRequests[id] ?? pageRequests
  return `| ${row.map(nameOf).join(', ')} | \`${adapter_status}\` | ${showRequests(rows)} | ${unproved} |`
}

function nameOf({ id, name }: Provider): string {
  const file = `${adapters}/${adapterFor(id).source.replace('trust-', '')}.ts`
  const isOwn = existsSync(join(import.meta.dirname, '../..', file))
  return `${isOwn ? `[${name}](../../${file})` : name} (\`${id}\`)`
}
