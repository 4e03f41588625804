/** The sources that feed the trust service: one per provider that has members, and the directory. */

import type { AnySource } from '../../../sync/source.ts'
import { providers } from '../providers.ts'
import { readerOf } from '../readers/index.ts'
import type { TrustMember } from '../records.ts'
import { centerSource } from './center-source.ts'
import { directory } from './directory.ts'

export function trustSources(members: readonly TrustMember[]): AnySource[] {
  const read = providers.flatMap((provider) => {
    const own = members.filter((member) => member.provider === provider.id)
    return own.length === 0 ? [] : [centerSource(provider, readerOf(provider.id), own)]
  })
  return [directory, ...read] as unknown as AnySource[]
}
