/** The live profile, whose requests go to the simulated hosts. */

import { liveProfile as realProfile } from '../../src/app/profile/live.ts'
import type { Profile } from '../../src/app/profile/profile.ts'
import type { LoadedConfig } from '../../src/core/config/load-config.ts'
import { candidatesProvenance } from '../../src/services/jobs/sources/members/boards.ts'
import type { AnySource } from '../../src/sync/source.ts'
import { isInShare } from './fates.ts'
import { readSettings } from './settings.ts'

export function liveProfile(loaded: LoadedConfig): Profile {
  const { origin, share, politeness, isEmpty = false } = readSettings()
  const real = realProfile(loaded)
  return {
    ...real,
    ...(isEmpty ? { jobBoards: async () => ({}), trustMembers: async () => [] } : {}),
    async cinemaDirectory() {
      if (!isEmpty) return await real.cinemaDirectory()
      return { chains: [], members: new Map(), overrides: new Map(), unsupportedPlatforms: [] }
    },
    // No name of the simulated hosts is registered.
    lookUpCname: async () => undefined,
    adjustSource: (source) => withShare(withPoliteness(real.adjustSource(source), politeness), share),
    outbound: { ...real.outbound, overrideOrigin: () => ({ origin }), pauseBetweenRequests: politeness > 0 },
  }
}

function withPoliteness<Source extends AnySource>(source: Source, factor: number): Source {
  return { ...source, polite: { ...source.polite, gapMs: source.polite.gapMs * factor } }
}

/**
 * What an operator has added, or a directory has named, is always read; candidates of the program are not. Of a source with
 * fewer than a hundred members as many are read as of one with a hundred.
 */
function withShare<Source extends AnySource>(source: Source, share: number): Source {
  const { length } = source.members.filter(({ entry }) => entry?.status !== 'candidate')
  const ownShare = share * Math.max(1, 100 / length)
  const members = source.members.filter(
    ({ id, entry }) =>
      entry?.provenance === 'operator' ||
      (entry?.status === 'candidate'
        ? entry.provenance !== candidatesProvenance
        : isInShare(ownShare, source.id, id)),
  )
  return { ...source, members }
}
