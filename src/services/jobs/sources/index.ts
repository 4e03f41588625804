/** The platforms that job postings are read from. */

import type { SourceDefinition } from '../../../sync/source.ts'
import type { BoardRecord } from '../schema/records.ts'
import { ashby } from './ashby.ts'
import { greenhouse } from './greenhouse.ts'
import { jobposting } from './jobposting.ts'
import { lever } from './lever.ts'
import { type Board, liveBoardsOn, type PlatformId } from './members/load-boards.ts'
import { personio } from './personio.ts'
import { recruitee } from './recruitee.ts'
import { rippling } from './rippling.ts'
import { smartrecruiters } from './smartrecruiters.ts'
import { teamtailor } from './teamtailor.ts'
import { workable } from './workable.ts'
import { workday } from './workday.ts'

type JobSource = SourceDefinition<Board, BoardRecord>

/** The quick ones first. */
export const jobSources: readonly JobSource[] = [
  recruitee,
  personio,
  teamtailor,
  greenhouse,
  lever,
  ashby,
  smartrecruiters,
  jobposting,
  rippling,
  workable,
  workday,
]

/** Those with boards in the live profile. */
export function liveJobSources(): readonly JobSource[] {
  return jobSources
    .map((source) => ({ ...source, members: liveBoardsOn(source.id as PlatformId) }))
    .filter(({ members }) => members.length > 0)
}

/** Where a departed tenant looks empty, an empty list has to be seen on three days. */
const looksEmptyWhenGone = new Set(['smartrecruiters'])

export const jobPlatforms = new Map(
  jobSources.map(({ id, about }) => [
    id,
    { name: id === 'jobposting' ? 'JSON-LD' : about.name, zeroDaysMin: looksEmptyWhenGone.has(id) ? 3 : 1 },
  ]),
)
