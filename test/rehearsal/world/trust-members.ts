/** Companies with the trust centers of the registry, and the hosts of those on a domain of their own. */

import type { SandboxHost } from '../../../sandbox/host.ts'
import { companyHost } from '../../../sandbox/trust/hosts.ts'
import type { TrustCompany } from '../../../sandbox/trust/trust-company.ts'
import type { TrustMember } from '../../../src/services/trust/sync.ts'

export interface TrustCompanies {
  /** By the provider and any name that its interface may use for the company. */
  at(provider: string, slug: string): TrustMember | undefined
  readonly hosts: readonly SandboxHost[]
}

export function createTrustCompanies(
  members: readonly TrustMember[],
  isProviderHost: (host: string) => boolean,
): TrustCompanies {
  const bySlug = new Map<string, TrustMember>()
  for (const member of members)
    for (const slug of slugsOf(member)) {
      const key = `${member.provider} ${slug}`
      if (!bySlug.has(key)) bySlug.set(key, member)
    }
  const own = members.filter(({ url }) => !isProviderHost(new URL(url).host))
  const hosts = [...Map.groupBy(own, ({ url }) => new URL(url).host)].map(([host, atHost]) => ({
    host,
    routes: atHost.flatMap((member) => companyHost(toTrustCompany(member)).routes),
  }))
  return { at: (provider, slug) => bySlug.get(`${provider} ${slug}`), hosts }
}

/** The handle, the id, the end of the address (nothing for the company of the provider itself), the first label of its host, and the label of the company's domain. */
function slugsOf({ id, handle, url, website }: TrustMember): string[] {
  const { pathname, hostname } = new URL(url)
  const domain = new URL(website).hostname.replace(/^www\./, '')
  const names = [
    handle,
    id,
    pathname.split('/').filter(Boolean).at(-1) ?? '',
    hostname.split('.')[0],
    domain.split('.')[0],
  ]
  return names.filter((name) => name !== undefined)
}

export function toTrustCompany({ id, name, website, provider, url }: TrustMember): TrustCompany {
  return { slug: id, name, website, provider, url }
}
