/** Asks what names point to: a few at once, so many at most. */

import type { CnameLookup } from '../../../core/cname-lookup.ts'

const atOnce = 16
const hostsMax = 5000

/** The targets by host, of those that have one. */
export async function resolveCnames(
  hosts: Iterable<string>,
  lookUpCname: CnameLookup,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const remainingHosts = [...new Set(hosts)].slice(0, hostsMax).values()
  const cnames = new Map<string, string>()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const host of remainingHosts) {
        const target = await lookUpCname(host, signal)
        if (target !== undefined) cnames.set(host, target)
      }
    }),
  )
  // In one order, whoever was answered first.
  return Object.fromEntries([...cnames].sort(([one], [other]) => (one < other ? -1 : 1)))
}
