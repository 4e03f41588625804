/** The job platforms, and their sources. */

import { RobotsReader } from '../../../core/robots/robots-reader.ts'
import { candidateReason, type Decisions } from '../../../registry/decisions.ts'
import type { RegistryFiles } from '../../../registry/registry-files.ts'
import { withMembers } from '../../../sync/define-source.ts'
import type { FetchContext, SourceDefinition } from '../../../sync/source.ts'
import type { BoardRecord } from '../schema/records.ts'
import { ashby } from './adapters/ashby.ts'
import { bamboohr } from './adapters/bamboohr.ts'
import { breezy } from './adapters/breezy.ts'
import { icims } from './adapters/career-sites/icims.ts'
import { jibe } from './adapters/career-sites/jibe.ts'
import { successfactors } from './adapters/career-sites/successfactors.ts'
import { gem } from './adapters/gem.ts'
import { greenhouse } from './adapters/greenhouse.ts'
import { jazzhr } from './adapters/jazzhr.ts'
import { lever } from './adapters/lever.ts'
import { oracle } from './adapters/oracle.ts'
import { personio } from './adapters/personio.ts'
import { pinpoint } from './adapters/pinpoint.ts'
import { recruitee } from './adapters/recruitee.ts'
import { rippling } from './adapters/rippling.ts'
import { smartrecruiters } from './adapters/smartrecruiters.ts'
import { teamtailor } from './adapters/teamtailor.ts'
import { workable } from './adapters/workable.ts'
import { workday } from './adapters/workday/workday.ts'
import type { JobAdapter } from './define-board-source.ts'
import type { BoardContext } from './fetch-board.ts'
import { jobposting } from './formats/jobposting.ts'
import { type Board, type BoardsByPlatform, readBoards, toBoard } from './members/boards.ts'

/** Fast platforms first. */
export const jobAdapters: readonly JobAdapter[] = [
  recruitee,
  personio,
  teamtailor,
  breezy,
  gem,
  pinpoint,
  greenhouse,
  lever,
  ashby,
  smartrecruiters,
  bamboohr,
  jazzhr,
  jibe,
  jobposting,
  icims,
  successfactors,
  oracle,
  rippling,
  workable,
  workday,
]

export function loadBoards(files: RegistryFiles, decisions: Decisions): BoardsByPlatform {
  return readBoards(files, decisions, new Set(jobAdapters.map(({ id }) => id)))
}

/**
 * One source for each platform that has boards. Throws if a platform has boards and no adapter. `robotsExceptions`:
 * hosts that the operator reads although their robots.txt forbids it.
 */
export function jobSources(
  boards: BoardsByPlatform,
  robotsExceptions: readonly string[] = [],
): readonly SourceDefinition<Board, BoardRecord>[] {
  for (const platform of Object.keys(boards)) {
    if (!jobAdapters.some(({ id }) => id === platform))
      throw new TypeError(`job boards: unknown platform ${platform}`)
  }
  return jobAdapters.flatMap((adapter) => {
    const entries = boards[adapter.id] ?? []
    if (entries.length === 0) return []
    const forbidden = reasonForbidden(adapter, robotsExceptions)
    const members = entries.map(toBoard).map((board) => withOff(board, forbidden))
    const { hostsOf } = adapter
    const hosts = [...(adapter.hosts ?? []), ...(hostsOf === undefined ? [] : members.flatMap(hostsOf))]
    const adapted = { ...withRobots(adapter, robotsExceptions), hosts, hostOf: boardHost(adapter) }
    return [withMembers(adapted, members)]
  })
}

/** Asking a host that refuses everything once a day for each of its boards would help nobody. */
function reasonForbidden(
  { robotsForbidHost: host }: JobAdapter,
  exceptions: readonly string[],
): string | undefined {
  if (host === undefined || exceptions.includes(host)) return undefined
  return `the robots.txt of ${host} forbids it (JOBS_ROBOTS_EXCEPTIONS)`
}

/** A candidate is not tried where it could not be read. */
function withOff(board: Board, reason: string | undefined): Board {
  const isOn = board.off === undefined || board.off === candidateReason
  return isOn && reason !== undefined ? { ...board, off: reason } : board
}

/** The same adapter, which sends no request that robots.txt forbids. */
function withRobots(adapter: JobAdapter, exceptions: readonly string[]): JobAdapter {
  const robots = new RobotsReader(exceptions)
  return {
    ...adapter,
    fetch(context) {
      const guarded: FetchContext<Board> & Pick<BoardContext, 'sitemaps'> = {
        ...context,
        http: robots.guard(context),
        sitemaps: async (origin) => (await robots.read(origin, context)).sitemaps,
      }
      return adapter.fetch(guarded)
    },
  }
}

/** Where most requests for a board go. Keys of platforms with a host per board begin with its name: `acme`, `acme.wd5/Jobs`. */
function boardHost({ hosts: [pattern] = [], hostsOf, baseUrl }: JobAdapter): (board: Board) => string {
  const { host } = new URL(baseUrl)
  return (board) => {
    if (hostsOf !== undefined) return hostsOf(board)[0] ?? host
    if (!pattern?.startsWith('*')) return host
    const [name = ''] = board.key.split('/')
    return name.includes('.') && !name.includes('.wd') ? name : `${name}${pattern.slice(1)}`
  }
}
