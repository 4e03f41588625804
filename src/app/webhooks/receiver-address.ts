/** Where webhooks may be sent. What a name resolves to is checked again by the client, for each connection. */

import { Failure } from '../../core/errors.ts'
import { ipLiteral, isPublicAddress } from '../../core/outbound/public-address.ts'

export const urlCharsMax = 1000

/** Services of other protocols, which could take a request for something else, have the ports below it. */
const firstFreePort = 1024

/** The address as it is used. Throws `invalid_request`. `privateHosts`: from the settings, `host` of a URL each. */
export function parseReceiverUrl(text: string, privateHosts: ReadonlySet<string>): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw refused('an address that starts with https://')
  if (url.username !== '' || url.password !== '') throw refused('an address without a user name or password')
  if (url.hash !== '') throw refused('an address without #')
  if (privateHosts.has(url.host)) return url.href
  if (url.port !== '' && Number(url.port) < firstFreePort)
    throw refused(`an address without a port, or with one of ${firstFreePort} or more`)
  if (isPrivateName(url.hostname)) throw refused('an address on the public internet')
  return url.href
}

function isPrivateName(hostname: string): boolean {
  const literal = ipLiteral(hostname)
  if (literal !== undefined) return !isPublicAddress(literal)
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)$/.test(name)
}

function refused(expected: string): Failure {
  return new Failure('invalid_request', `The property "url" must be ${expected}.`, {
    details: { parameter: 'url', expected },
  })
}
