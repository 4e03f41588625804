/** Looks up the CNAME targets of hosts, with a limit on concurrency and on the number of hosts. */

import type { CnameLookup } from '../../../core/cname-lookup.ts'

const atOnce = 16
const hostsMax = 5000

/** Targets by host; hosts without a CNAME are omitted. */
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
  // Sorted, because lookups finish in any order.
  return Object.fromEntries([...cnames].sort(([one], [other]) => (one < other ? -1 : 1)))
}
