/** What the name of a host points to. Handed in wherever it is asked, so that the sandbox has names of its own. */

import { Resolver } from 'node:dns/promises'

/** Undefined where the name points to no other, or nobody can tell. */
export type CnameLookup = (host: string, signal: AbortSignal) => Promise<string | undefined>

const timeoutMs = 2000
const triesMax = 2

export function systemCnameLookup(): CnameLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: triesMax })
  return async (host, signal) => {
    signal.throwIfAborted()
    try {
      const [target] = await resolver.resolveCname(host)
      return target
    } catch {
      return undefined
    }
  }
}
