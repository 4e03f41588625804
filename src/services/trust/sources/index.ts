/** The sources that feed the trust service: one per provider that has members, and the directory. */

import type { NameTarget } from '../../../core/cname-lookup.ts'
import type { AnySource } from '../../../sync/source.ts'
import type { ReadProvider, TrustMember } from '../schema/records.ts'
import { readerOf } from './adapters/index.ts'
import { centerSource } from './center-source.ts'
import { directorySource } from './directory.ts'

/** Throws when a member names a provider without a row, so that a slip is found at start. */
export function sourcesOf(
  providers: readonly ReadProvider[],
  members: readonly TrustMember[],
  targetOf: NameTarget,
): AnySource[] {
  for (const { id, provider } of members) {
    if (providers.some((known) => known.id === provider)) continue
    throw new TypeError(`trust center ${id}: there is no provider ${provider}; its row is missing`)
  }
  const read = providers.flatMap((provider) => {
    const own = members.filter((member) => member.provider === provider.id)
    return own.length === 0 ? [] : [centerSource(provider, readerOf(provider.id), own)]
  })
  const directory = directorySource(new Set(providers.map(({ id }) => id)), targetOf)
  return [directory, ...read] as unknown as AnySource[]
}
