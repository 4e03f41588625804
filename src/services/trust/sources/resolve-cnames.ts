/** Asks what names point to: a few at once, so many at most. */

import type { NameTarget } from '../../../core/cname-lookup.ts'

const atOnce = 16
const hostsMax = 5000

/** The targets by host, of those that have one. */
export async function askTargets(
  hosts: Iterable<string>,
  targetOf: NameTarget,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const waiting = [...new Set(hosts)].slice(0, hostsMax).values()
  const targets = new Map<string, string>()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const host of waiting) {
        const target = await targetOf(host, signal)
        if (target !== undefined) targets.set(host, target)
      }
    }),
  )
  // In one order, whoever was answered first.
  return Object.fromEntries([...targets].sort(([one], [other]) => (one < other ? -1 : 1)))
}
