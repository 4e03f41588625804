/** How far the first sync is, for the front page and the log. */

import type { Logger } from 'pino'
import type { Events } from '../../core/events.ts'
import type { FirstSync } from '../../http/pages/home/front-page.ts'
import type { Store } from '../../store/store.ts'
import { readMemberCounts } from '../../sync/health/member-counts.ts'
import { interruptedPrefix } from '../../sync/run/run-rows.ts'

/** Undefined if there is nothing to collect, and once every source has been collected. */
export type FirstSyncReader = () => Promise<FirstSync | undefined>

/**
 * A source counts as collected after a run of all its members that published something. The sync thread counts the members:
 * loading the registry for it would hold up requests.
 */
export function createFirstSyncReader(
  { ledger, readModel }: Pick<Store, 'ledger' | 'readModel'>,
  isSelected: (service: string) => boolean,
  isSyncing: boolean,
): FirstSyncReader {
  let isComplete = false
  return async () => {
    if (isComplete) return undefined
    const counts = await readMemberCounts(ledger)
    if (counts.length === 0) return isSyncing ? notCounted : undefined
    const sources = counts
      .filter(({ service }) => isSelected(service))
      .map(({ sourceId, members }) => ({ id: sourceId, members: members.on + members.new + members.stale }))
      .filter(({ members }) => members > 0)
    if (sources.length === 0) return undefined
    const runs = await ledger.read
      .selectFrom('sync_run')
      .select(['source_id', 'status'])
      .distinct()
      .where('status', '!=', 'running')
      .where('mode', 'in', ['scheduled', 'manual'])
      // A cancelled run says nothing about the source.
      .where('cancelled_by', 'is', null)
      // An interrupted run has not failed: the next one continues it.
      .where((eb) =>
        eb.or([
          eb('error_message', 'is', null),
          eb('status', '!=', 'failed'),
          eb('error_message', 'not like', `${interruptedPrefix}%`),
        ]),
      )
      .execute()
    const finished = Map.groupBy(runs, ({ source_id }) => source_id)
    const runsOfSources = sources.map(({ id }) => finished.get(id) ?? [])
    const collected = runsOfSources.filter((each) => each.some(({ status }) => status !== 'failed')).length
    const ended = runsOfSources.filter((each) => each.length > 0).length
    isComplete = collected === sources.length
    if (isComplete) return undefined
    return {
      sources: sources.length,
      collected,
      failed: ended - collected,
      members: sources.reduce((sum, { members }) => sum + members, 0),
      published: await countPublished(readModel, new Set(sources.map(({ id }) => id))),
    }
  }
}

/** Writes to the log, once, that the first sync has finished. */
export function withFirstSyncLog(
  events: Events,
  read: FirstSyncReader,
  logger: Pick<Logger, 'info' | 'debug'>,
): Events {
  let isPending = read().then((state) => state !== undefined)
  const logEnd = async () => {
    if (!(await isPending) || (await read()) !== undefined || !(await isPending)) return
    isPending = Promise.resolve(false)
    logger.info('first sync finished: all sources are collected')
  }
  // The store may be closed meanwhile, and the line is only a convenience.
  const ignore = (err: unknown) => logger.debug({ err }, 'the progress of the first sync cannot be read')
  isPending.catch(ignore)
  return {
    ...events,
    runFinished: (event) => {
      events.runFinished(event)
      logEnd().catch(ignore)
    },
  }
}

/** The sync thread has only just started. */
const notCounted: FirstSync = { sources: 0, collected: 0, failed: 0, members: 0, published: 0 }

async function countPublished({ read }: Store['readModel'], sourceIds: ReadonlySet<string>): Promise<number> {
  const rows = await read
    .selectFrom('member_state')
    .select(['source_id', (eb) => eb.fn.countAll().as('members')])
    .groupBy('source_id')
    .execute()
  return rows
    .filter(({ source_id }) => sourceIds.has(source_id))
    .reduce((sum, { members }) => sum + Number(members), 0)
}
