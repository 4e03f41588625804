/** What fills the service: its sources, and how what they find is taken in. */

import type { NameTarget } from '../../core/name-targets.ts'
import type { AnySource } from '../../sync/source.ts'
import { providers } from './providers.ts'
import type { TrustMember } from './records.ts'
import { sourcesOf } from './sources/index.ts'

export { knownCenters } from './members.ts'
export { trustWriter } from './publish.ts'

/** The sources of these trust centers, and of the directory that names others; `targetOf` tells who runs a host. */
export function trustSources(members: readonly TrustMember[], targetOf: NameTarget): AnySource[] {
  return sourcesOf(providers, members, targetOf)
}
