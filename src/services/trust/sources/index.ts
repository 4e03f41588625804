/** The sources of the trust service: one per provider that has members, and the directory. */

import type { CnameLookup } from '../../../core/cname-lookup.ts'
import type { AnySource } from '../../../sync/source.ts'
import { providers } from '../normalise/providers/registry.ts'
import type { TrustMember } from '../schema/records.ts'
import { adapterFor } from './adapters/index.ts'
import { centerSource } from './center-source.ts'
import { directorySource } from './directory.ts'

/** In the order of the provider table. Throws for a member with an unknown provider. */
export function trustSources(members: readonly TrustMember[], lookUpCname: CnameLookup): AnySource[] {
  for (const { provider } of members) adapterFor(provider)
  const centers = providers.flatMap((provider) => {
    const ownMembers = members.filter((member) => member.provider === provider.id)
    return ownMembers.length === 0 ? [] : [centerSource(provider, adapterFor(provider.id), ownMembers)]
  })
  return [directorySource(lookUpCname), ...centers] as unknown as AnySource[]
}
