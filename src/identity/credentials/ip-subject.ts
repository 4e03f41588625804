/** The subject of an anonymous caller's limits and credits: the IPv4 address, or the IPv6 network. */

import { isIPv6 } from 'node:net'

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
