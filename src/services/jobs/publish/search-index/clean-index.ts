/** Deletes what no search reads any more: versions that have ended, and revisions that were given up. */

import { localTable } from '../../../../store/clickhouse/create-tables.ts'
import { joinSql, sql } from '../../../../store/clickhouse/sql-text.ts'
import type { IndexRow } from '../../schema/index-state.ts'
import { indexTables } from '../../schema/search-index.ts'
import { withJobTables } from '../../schema/tables.ts'
import type { PublishContext } from './publish-context.ts'

/** No search takes as long. */
export const searchMsMax = 10 * 60_000
/** Longer than an insert can be under way. */
const lateMsMax = 60 * 60_000

export async function cleanIndex(context: PublishContext, index: IndexRow): Promise<void> {
  const now = context.clock.now()
  // A clock that was set back must not stop it for long.
  if (Math.abs(now - index.cleaned_at) < searchMsMax) return
  await deleteAbandoned(context, index, now)
  await deleteEnded(context, index, now)
}

async function deleteAbandoned({ db, clickHouse, signal }: PublishContext, { name }: IndexRow, now: number) {
  const rows = await withJobTables(db.read)
    .selectFrom('job_index_revision')
    .select('revision')
    .where('name', '=', name)
    .where('state', '=', 'abandoned')
    .where('at', '<', now - lateMsMax)
    .execute()
  if (rows.length === 0) return
  const revisions = rows.map(({ revision }) => Number(revision))
  const { job, jobEnd } = indexTables(name)
  for (const table of [job, jobEnd])
    await clickHouse.run(
      sql`delete from ${localTable(table, clickHouse.cluster)} where revision in ${revisions}`,
      { signal },
    )
  await db.transaction((tx) =>
    withJobTables(tx)
      .deleteFrom('job_index_revision')
      .where('name', '=', name)
      .where('revision', 'in', revisions)
      .execute(),
  )
}

/**
 * The ends are deleted one round later than the versions that ended: a statement that has begun before may see the versions, and
 * must see their ends.
 */
async function deleteEnded({ db, clickHouse, signal }: PublishContext, index: IndexRow, now: number) {
  const { name, counted_revision, cleaned_revision } = index
  const revisions = await withJobTables(db.read)
    .selectFrom('job_index_revision')
    .select(['revision', 'state'])
    .where('name', '=', name)
    .where((eb) => eb.or([eb('state', '=', 'abandoned'), eb('at', '<', now - searchMsMax)]))
    .execute()
  const numbersOf = (wanted: string) =>
    revisions.flatMap(({ revision, state }) => (state === wanted ? Number(revision) : []))
  const horizon = Math.max(0, ...numbersOf('readable').filter((one) => one <= counted_revision))
  const { job, jobEnd } = indexTables(name)
  const [local, localEnd] = [job, jobEnd].map((table) => localTable(table, clickHouse.cluster)) as [
    typeof job,
    typeof job,
  ]
  if (horizon > cleaned_revision) {
    const others = [0, ...numbersOf('abandoned')]
    const conditions = [sql`revision <= ${horizon}`, sql`revision not in ${others}`]
    await clickHouse.run(
      sql`delete from ${local} where row in (select row from ${jobEnd} where ${joinSql(conditions, ' and ')})`,
      { signal },
    )
  }
  if (cleaned_revision > 0)
    await clickHouse.run(sql`delete from ${localEnd} where revision <= ${cleaned_revision}`, { signal })
  await db.transaction(async (tx) => {
    const tables = withJobTables(tx)
    await tables
      .updateTable('job_index')
      .set({ cleaned_revision: Math.max(horizon, cleaned_revision), cleaned_at: now })
      .where('name', '=', name)
      .execute()
    await tables
      .deleteFrom('job_index_revision')
      .where('name', '=', name)
      .where('state', '=', 'readable')
      .where('revision', '<', horizon)
      .execute()
  })
}
