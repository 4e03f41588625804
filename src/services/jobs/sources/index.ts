/** The job platforms, and their sources. */

import { ConfigurationError } from '../../../core/errors.ts'
import { type SourceDefinition, withMembers } from '../../../sync/source.ts'
import type { BoardRecord } from '../schema/records.ts'
import { ashby } from './ashby.ts'
import type { JobAdapter } from './define-board-source.ts'
import { greenhouse } from './greenhouse.ts'
import { jobposting } from './jobposting.ts'
import { lever } from './lever.ts'
import type { Board, BoardsByPlatform } from './members/load-boards.ts'
import { personio } from './personio.ts'
import { recruitee } from './recruitee.ts'
import { rippling } from './rippling.ts'
import { smartrecruiters } from './smartrecruiters.ts'
import { teamtailor } from './teamtailor.ts'
import { workable } from './workable.ts'
import { workday } from './workday.ts'

/** Fast platforms first. */
export const jobAdapters: readonly JobAdapter[] = [
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

/** One source for each platform that has boards. */
export function jobSources(boards: BoardsByPlatform): SourceDefinition<Board, BoardRecord>[] {
  const unknown = [...boards.keys()].filter((platform) => !jobAdapters.some(({ id }) => id === platform))
  if (unknown.length > 0)
    throw new ConfigurationError(unknown.map((platform) => `job boards: unknown platform ${platform}`))
  return jobAdapters.flatMap((adapter) => {
    const members = boards.get(adapter.id) ?? []
    return members.length === 0 ? [] : [withMembers(adapter, members)]
  })
}
