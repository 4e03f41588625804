/** What fills the service: its sources, and how what they find is taken in. */

import type { CnameLookup } from '../../core/cname-lookup.ts'
import type { AnySource } from '../../sync/source.ts'
import { providers } from './normalise/providers/registry.ts'
import type { TrustMember } from './schema/records.ts'
import { buildTrustSources } from './sources/index.ts'

export { trustWriter } from './publish/trust-writer.ts'
export type { TrustMember } from './schema/records.ts'
export { liveTrustCenters } from './sources/members/trust-centers.ts'

/** The sources of these trust centers, and of the directory that names others; `targetOf` tells who runs a host. */
export function trustSources(members: readonly TrustMember[], lookUpCname: CnameLookup): AnySource[] {
  return buildTrustSources(providers, members, lookUpCname)
}
