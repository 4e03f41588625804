/** Every source of the profile, and the writer of each service. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedService } from '../core/logged-services.ts'
import { cinemaSources, cinemaWriter } from '../services/cinema/sync.ts'
import { closeUnreadBoards, jobSources, jobsWriter, pruneClosedPostings } from '../services/jobs/sync.ts'
import { noticeSources, noticesWriter } from '../services/notices/sync.ts'
import { pruneTrust, trustSources, trustWriter } from '../services/trust/sync.ts'
import { archiveChanges, pruneChanges } from '../store/changes/prune-changes.ts'
import { defineSources } from '../sync/define-source.ts'
import type { AnySource, AnyWriter } from '../sync/source.ts'
import type { AppContext } from './app-context.ts'
import { toChangeDays } from './change-days.ts'

export interface SourcesAndWriters {
  readonly sources: readonly AnySource[]
  readonly writers: readonly AnyWriter[]
}

export async function loadSources({ loaded, profile }: AppContext): Promise<SourcesAndWriters> {
  const cinema = cinemaSources(await profile.cinemaDirectory())
  // The tables are long: a server that reads them again handles requests in between.
  await nextTurn()
  // Job boards take longest: one fast platform fills the service early, the others wait for the rest.
  const [firstJobSource, ...otherJobSources] = jobSources(await profile.jobBoards(), profile.robotsExceptions)
  await nextTurn()
  const all = defineSources([
    ...noticeSources(await profile.noticeTowns()),
    ...(firstJobSource ? [firstJobSource] : []),
    ...cinema,
    ...trustSources(await profile.trustMembers(), profile.lookUpCname),
    ...otherJobSources,
  ])
  const sources = all.map((source) => profile.adjustSource(source))
  const readMembers = new Set(
    sources.flatMap(({ id, members }) =>
      members.filter(({ off }) => off === undefined).map((member) => `${id} ${member.id}`),
    ),
  )
  const { keepDays } = loaded.config.cinema
  const { retention } = loaded.config
  const days = toChangeDays(retention)
  const withChanges = (writer: AnyWriter, service: LoggedService) =>
    prunesChanges(writer, days[service], retention.changesMax)
  return {
    sources,
    writers: [
      withChanges(noticesWriter, 'notices'),
      withChanges(
        {
          ...jobsWriter,
          prune: async (context) =>
            (await closeUnreadBoards(context, (source, member) => readMembers.has(`${source} ${member}`))) +
            (await pruneClosedPostings(context, retention.closedJobDays)),
        },
        'jobs',
      ),
      withChanges({ ...trustWriter, prune: pruneTrust }, 'trust'),
      withChanges(cinemaWriter(cinema, { keepDays }), 'cinema'),
    ],
  }
}

function prunesChanges(writer: AnyWriter, days: number, rowsMax: number): AnyWriter {
  const { service, prune, archive } = writer
  const retention = { service, days, rowsMax }
  return {
    ...writer,
    prune: async (context) =>
      ((await prune?.(context)) ?? 0) +
      (await pruneChanges({ ...context, archivedUntil: context.archived?.changesUntil }, retention)),
    archive: async (context) => {
      const changesUntil = await archiveChanges(context, retention)
      return changesUntil === undefined ? undefined : { ...(await archive?.(context)), changesUntil }
    },
  }
}
