/** Tells public from private addresses, with a DNS lookup that rejects private ones when a connection is made. */

import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Failure } from '../errors.ts'

export const privateAddressCode = 'BROADSHEET_PRIVATE_ADDRESS'

/** Thrown during a connection attempt when the name resolves to a private address. */
export class PrivateAddressError extends Error {
  readonly code = privateAddressCode

  constructor(address: string) {
    super(`${address} is not a public address`)
    this.name = 'PrivateAddressError'
  }
}

/** Our own refusal: the host did not deny access. */
export function privateAddressFailure(cause?: unknown): Failure {
  const details = { reason: 'private_address' }
  return new Failure('upstream_refused', 'The source resolves to a private address.', { details, cause })
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (family === 4) return !specialPurposeNetworks.check(address, 'ipv4')
  const embedded = embeddedIpv4(address)
  if (embedded !== undefined) return isPublicAddress(embedded)
  return globalUnicast.check(address, 'ipv6') && !specialPurposeNetworks.check(address, 'ipv6')
}

/** Safe against DNS rebinding: the connection uses the result of this very lookup. */
export function publicOnlyLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) return done(error, address, family)
      const all = typeof address === 'string' ? [address] : address.map((entry) => entry.address)
      const privateAddress = all.find((candidate) => !isPublicAddress(candidate))
      if (privateAddress !== undefined) return done(new PrivateAddressError(privateAddress), address, family)
      done(null, address, family)
    })
  }
}

/** The IP address in a URL, which is used without a lookup. */
export function ipLiteral(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}

/** IPv4 addresses inside IPv6 ones: mapped (::ffff:a.b.c.d) and translated (64:ff9b::a.b.c.d). */
function embeddedIpv4(address: string): string | undefined {
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const match = /^(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical)
  if (!match) return undefined
  const high = Number.parseInt(match[1] ?? '0', 16)
  const low = Number.parseInt(match[2] ?? '0', 16)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** From the special-purpose registries of IANA: private, loopback, link-local, shared, documentation, multicast, reserved. */
const specialPurposeNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  specialPurposeNetworks.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  specialPurposeNetworks.addSubnet(network, prefix, 'ipv6')
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
