/** The sources that feed the trust service: one per provider that has members, and the directory. */

import type { CnameLookup } from '../../../core/cname-lookup.ts'
import type { AnySource } from '../../../sync/source.ts'
import type { SourceProvider, TrustMember } from '../schema/records.ts'
import { adapterFor } from './adapters/index.ts'
import { centerSource } from './center-source.ts'
import { directorySource } from './directory.ts'

/** Throws when a member names a provider without a row, so that a slip is found at start. */
export function buildTrustSources(
  providers: readonly SourceProvider[],
  members: readonly TrustMember[],
  lookUpCname: CnameLookup,
): AnySource[] {
  for (const { id, provider } of members) {
    if (providers.some((known) => known.id === provider)) continue
    throw new TypeError(`trust center ${id}: there is no provider ${provider}; its row is missing`)
  }
  const read = providers.flatMap((provider) => {
    const own = members.filter((member) => member.provider === provider.id)
    return own.length === 0 ? [] : [centerSource(provider, adapterFor(provider.id), own)]
  })
  const directory = directorySource(new Set(providers.map(({ id }) => id)), lookUpCname)
  return [directory, ...read] as unknown as AnySource[]
}
