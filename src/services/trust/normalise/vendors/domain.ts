/** Derives the domain of a service from website fields; some services have a domain of their own. */

import { parseHost, registrableDomain } from '../../../../core/addresses/host-names.ts'

/** Hosts that are separate services within a larger domain. */
const serviceHosts = [
  'aws.amazon.com',
  'cloud.google.com',
  'workspace.google.com',
  'admin.google.com',
  'azure.microsoft.com',
  'dynamics.microsoft.com',
]

export function serviceDomain(website: string): string | undefined {
  const host = parseHost(website)
  if (host === undefined) return undefined
  const service = serviceHosts.find((name) => host === name || host.endsWith(`.${name}`))
  return service ?? registrableDomain(host)
}

/** A URL without its query, which may contain an access token; null if invalid. */
export function toPublicUrl(website: string | null | undefined): string | null {
  const host = website ? parseHost(website) : undefined
  if (host === undefined || !website) return null
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(website.trim())
    ? website.trim()
    : `https://${website.trim()}`
  const url = new URL(address)
  return `${url.origin}${url.pathname}`
}
