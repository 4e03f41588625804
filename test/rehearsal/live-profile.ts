/** The live profile, whose requests go to the simulated hosts. */

import { liveProfile as realProfile } from '../../src/app/profile/live.ts'
import type { Profile } from '../../src/app/profile/profile.ts'
import type { LoadedConfig } from '../../src/core/config/load-config.ts'
import { candidateReason } from '../../src/registry/decisions.ts'
import { candidatesProvenance } from '../../src/services/jobs/sources/members/boards.ts'
import type { AnySource, Member } from '../../src/sync/source.ts'
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
 * What an operator has added, or a directory has named, is always read; candidates of the program are read where a source has
 * nothing else. Of a source with fewer than a hundred members as many are read as of one with a hundred.
 */
function withShare<Source extends AnySource>(source: Source, share: number): Source {
  const known = source.members.filter(({ entry }) => entry?.provenance !== candidatesProvenance)
  const members = known.length > 0 ? known : source.members.slice(0, 100).map(confirmed)
  const { length } = members.filter(({ entry }) => entry?.status !== 'candidate')
  const ownShare = share * Math.max(1, 100 / length)
  return {
    ...source,
    members: members.filter(
      ({ id, entry }) =>
        entry?.provenance === 'operator' ||
        entry?.status === 'candidate' ||
        isInShare(ownShare, source.id, id),
    ),
  }
}

/** As if it had been tried. */
function confirmed<Board extends Member>({ off, ...member }: Board) {
  const reason = off === candidateReason ? {} : { off }
  return { ...member, ...reason, entry: { ...member.entry, status: 'on' } }
}
