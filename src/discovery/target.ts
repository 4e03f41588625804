/** Parses what the operator asks about: the address of a page, or a domain. */

import { parseHost, registrableDomain } from '../core/addresses/host-names.ts'
import { Failure } from '../core/errors.ts'

/** Always HTTPS on the default port. Throws `invalid_request` for anything but the name of a public host. */
export function parseTarget(text: string): URL {
  const trimmed = text.trim()
  // A domain with a port, such as example.com:443, looks like a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed)
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed}`)
  if (url === null || !isPageAddress(url) || trimmed.length > 2000)
    throw new Failure('invalid_request', 'The target is not the address of a page or a domain.', {
      details: { parameter: 'target', expected: 'https://www.example.com/careers or example.com' },
    })
  url.protocol = 'https:'
  url.hash = ''
  return url
}

/** A named host on its default port, without credentials. Addresses such as 10.0.0.1 are no names. */
export function isPageAddress(url: URL): boolean {
  const { protocol, hostname, port, username, password } = url
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return isHostName(hostname) && port === '' && username === '' && password === ''
}

export function isHostName(host: string): boolean {
  return parseHost(host) === host
}

export function isSameSite(one: URL, other: URL): boolean {
  return registrableDomain(one.hostname) === registrableDomain(other.hostname)
}

/** Without the query, which may contain a token. */
export function toPlainAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.slice(0, 300)
}
