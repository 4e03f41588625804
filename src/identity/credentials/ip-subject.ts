/** The subject of an anonymous caller's limits and credits: the IPv4 address, or the IPv6 network. */

import { isIPv6 } from 'node:net'
import type { WiderNetwork } from '../../http/access-control.ts'

/** An IPv6 caller can choose among 2^64 addresses, so only the first 64 bits count. */
export function ipSubject(ip: string): string {
  return ip.includes(':') ? `ip:${ipv6Network(ip)}` : `ip:${ip}`
}

function ipv6Network(ip: string): string {
  const [withoutZone = ''] = ip.split('%', 1)
  if (!isIPv6(withoutZone)) return ip
  const [head = '', tail] = withoutZone.split('::', 2)
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** A site can have all 65,536 networks of a /48, a home often the 256 of a /56: limits that only count /64 hold nobody. */
const factorOf56 = 4
const factorOf48 = 16

/** The networks around the one of an IPv6 caller, the narrowest first; none for other subjects. */
export function widerNetworks(subject: string): readonly WiderNetwork[] {
  const [, site, last] =
    /^(ip:[0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/.exec(subject) ?? []
  if (site === undefined || last === undefined) return []
  const home = (Number.parseInt(last, 16) & 0xff00).toString(16)
  return [
    { subject: `${site}:${home}::/56`, factor: factorOf56 },
    { subject: `${site}::/48`, factor: factorOf48 },
  ]
}
