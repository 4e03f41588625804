/** Keeps a search index in ClickHouse up to date: makes it, publishes to it, cleans it, and drops the one it has replaced. */

import { isMissingTable } from '../../../../store/clickhouse/errors.ts'
import type { IndexRow } from '../../schema/index-state.ts'
import { cleanIndex, searchMsMax } from './clean-index.ts'
import { beginIndex, dropTables, forgetIndex, listIndexes } from './create-index.ts'
import { IndexBroken, publishRevision } from './index-publisher.ts'
import { RevisionLost } from './index-revisions.ts'
import type { PublishContext } from './publish-context.ts'
import { hasUnindexed } from './unindexed.ts'

/** Of all processes, only one should do it at a time; if two do, nothing is lost. Returns whether there is more to publish. */
export async function maintainIndexes(context: PublishContext): Promise<boolean> {
  const { db, clickHouse } = context
  let hasMore = false
  if ((await listIndexes(db)).every(({ state }) => state === 'retired')) await beginIndex(db, clickHouse)
  for (const index of await listIndexes(db)) {
    try {
      if (index.state === 'retired') await dropRetired(context, index)
      else {
        hasMore = (await publishRevision(context, index.name)) || hasMore
        await cleanIndex(context, index)
      }
    } catch (thrown) {
      if (thrown instanceof RevisionLost) continue
      if (!isMissingTable(thrown) && !(thrown instanceof IndexBroken)) throw thrown
      const reason = thrown instanceof IndexBroken ? thrown.message : 'its tables are gone'
      context.onWarning?.(`the search index ${index.name} in ClickHouse is built anew: ${reason}`)
      await dropTables(clickHouse, index.name)
      // Begun in the next round, so that a server that loses everything is not busy with it.
      await forgetIndex(db, index.name)
    }
  }
  return hasMore
}

async function dropRetired({ db, clickHouse, clock }: PublishContext, index: IndexRow): Promise<void> {
  if (Math.abs(clock.now() - index.cleaned_at) < searchMsMax) return
  await dropTables(clickHouse, index.name)
  await forgetIndex(db, index.name)
}

/** Without asking ClickHouse: whether something is to be published, or has not been cleaned for some time. */
export async function needsMaintenance({
  db,
  clock,
}: Pick<PublishContext, 'db' | 'clock'>): Promise<boolean> {
  const indexes = await listIndexes(db)
  return (
    indexes.every(({ state }) => state === 'retired') ||
    indexes.some(
      ({ state, counted_revision, readable_revision, cleaned_at }) =>
        state === 'filling' ||
        counted_revision < readable_revision ||
        Math.abs(clock.now() - cleaned_at) >= searchMsMax,
    ) ||
    (await hasUnindexed(db))
  )
}
