/** Looks up CNAME records; a parameter wherever it is used, because the sandbox has its own names. */

import { Resolver } from 'node:dns/promises'

/** Undefined without a CNAME record, or when the lookup fails. */
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
