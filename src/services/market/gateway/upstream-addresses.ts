/** The URL of each contract: the provider's, or the one the operator configured in its place. */

import { hash } from 'node:crypto'
import { ConfigurationError } from '../../../core/errors.ts'
import { type Contract, type ContractId, contracts, findContract } from './contracts.ts'
import { providerHosts } from './hosts.ts'

export class UpstreamAddresses {
  readonly #templates: ReadonlyMap<ContractId, string>
  /** Every host that requests may go to. */
  readonly hostNames: ReadonlySet<string>
  /** Equal for equal addresses: a response of one provider is never served to a node that uses another. */
  readonly fingerprint: string

  /** `overrides`: `contract.id=https://host/path/{symbol}`. Throws `ConfigurationError` for anything else. */
  constructor(overrides: readonly string[] = []) {
    const templates = new Map(
      contracts.map(({ id, host, path }) => [id, `https://${providerHosts[host].name}${path}`]),
    )
    for (const override of overrides) {
      const [, id = '', url = ''] = /^([\w.-]+)=(https?:\/\/.+)$/.exec(override) ?? []
      if (!findContract(id) || !URL.canParse(url))
        throw new ConfigurationError([
          `MARKET_UPSTREAMS: ${override} must be a contract id and a URL: id=https://host/path`,
        ])
      templates.set(id as ContractId, url)
    }
    this.#templates = templates
    this.hostNames = new Set([...templates.values()].map((template) => new URL(template).host))
    this.fingerprint = hash('sha256', JSON.stringify([...templates]), 'base64url').slice(0, 10)
  }

  urlTemplate({ id }: Contract): string {
    return this.#templates.get(id) ?? ''
  }
}
