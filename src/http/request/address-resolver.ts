/** The caller's address; `X-Forwarded-For` counts only behind a trusted proxy. */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'

/** Whether an address is one of these, or in one of these networks. */
export function createAddressCheck(entries: readonly string[]): (address: string) => boolean {
  // One for each family: a list takes IPv4 addresses for IPv6 ones, which `::/0` has.
  const known = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) known[family].addAddress(address, family)
    else known[family].addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const version = isIP(address)
    const family = version === 6 ? 'ipv6' : 'ipv4'
    return version !== 0 && known[family].check(address, family)
  }
}

export function createAddressResolver(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createAddressCheck(trusted)
  return (request) => {
    let address = connectionAddress(request.socket)
    if (trusted.length === 0 || !isTrusted(address)) return address
    const forwarded = request.headers['x-forwarded-for']
    const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').slice(-32)
    // From the nearest hop outwards: the first one that is not a trusted proxy is the caller.
    for (const hop of hops.reverse()) {
      const candidate = unmapIPv4(withoutPort(hop.trim()))
      if (isIP(candidate) === 0) break
      address = candidate
      if (!isTrusted(candidate)) break
    }
    return address
  }
}

/** Of the caller, or of the proxy in front of it. */
export function connectionAddress({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return unmapIPv4(remoteAddress)
}

/** Some proxies add the port: `198.51.100.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(hop) ?? []
  return ipv6 ?? ipv4 ?? hop
}

/** An IPv4 address mapped to IPv6 is the same caller. */
function unmapIPv4(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
