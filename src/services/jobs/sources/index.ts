/** The job platforms, and their sources. */

import type { Decisions } from '../../../registry/decisions.ts'
import type { RegistryFiles } from '../../../registry/registry-files.ts'
import { type SourceDefinition, withMembers } from '../../../sync/source.ts'
import type { BoardRecord } from '../schema/records.ts'
import { ashby } from './ashby.ts'
import type { JobAdapter } from './define-board-source.ts'
import { greenhouse } from './greenhouse.ts'
import { jobposting } from './jobposting.ts'
import { lever } from './lever.ts'
import { type Board, type BoardsByPlatform, readBoards, toBoard } from './members/boards.ts'
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

export function loadBoards(files: RegistryFiles, decisions: Decisions): BoardsByPlatform {
  return readBoards(files, decisions, new Set(jobAdapters.map(({ id }) => id)))
}

/** One source for each platform that has boards. Throws if a platform has boards and no adapter. */
export function jobSources(boards: BoardsByPlatform): readonly SourceDefinition<Board, BoardRecord>[] {
  for (const platform of Object.keys(boards)) {
    if (!jobAdapters.some(({ id }) => id === platform))
      throw new TypeError(`job boards: unknown platform ${platform}`)
  }
  return jobAdapters.flatMap((adapter) => {
    const entries = boards[adapter.id] ?? []
    return entries.length === 0 ? [] : [withMembers(adapter, entries.map(toBoard))]
  })
}
