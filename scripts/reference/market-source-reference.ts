/** The table of contracts in the reference page of market sources, generated from the contracts and the table of requests. */

import { type Contract, contracts } from '../../src/services/market/gateway/contracts.ts'
import { providerHosts } from '../../src/services/market/gateway/hosts.ts'
import { contractRows, productRows, toUpstreamRequest } from '../../test/support/market/requests.ts'
import { renderPage } from './request-table.ts'

const head = '| Contract | Needs `Origin` | Evidence | What is unproved |'

const requests = [
  ...contractRows,
  ...productRows.map((row) => ({ ...row, contract: toUpstreamRequest(row).contract.id })),
]

/** The page with a new table; the text around it is written by hand. */
export function renderMarketSourceReference(): string {
  return renderPage('docs/reference/market-sources.md', head, contracts.map(rowOf))
}

function rowOf({ id, host }: Contract): string {
  const { evidence, unproved = '–' } = requests.find(({ contract }) => contract === id) ?? {}
  const needsOrigin = providerHosts[host].requiresOrigin ? 'yes' : 'no'
  return `| \`${id}\` | ${needsOrigin} | ${evidence} | ${unproved} |`
}
