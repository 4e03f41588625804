/** Recounts providers once per run of a source, so that a coverage record is one consistent count. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import type { Dialect } from '../../../store/store.ts'
import type { FinalizeRunContext } from '../../../sync/source.ts'
import type { ProviderTally } from '../coverage/coverage-record.ts'
import type { CoverageCounts } from '../coverage/data-surface.ts'
import { perSurface, surfaces } from '../normalise/vocabulary.ts'
import type { TrustTx } from '../schema/tables.ts'

/** In the transaction of the centers, so that an interrupted run leaves a record of what to recount. */
export async function markCoverageDue(
  tx: TrustTx,
  sourceId: string,
  providers: readonly string[],
): Promise<void> {
  if (providers.length === 0) return
  await tx
    .insertInto('trust_coverage_due')
    .values(providers.map((provider) => ({ source_id: sourceId, provider })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function publishCoverage(
  tx: TrustTx,
  dialect: Dialect,
  { sourceId, now }: Pick<FinalizeRunContext, 'sourceId' | 'now'>,
): Promise<void> {
  const due = await tx
    .deleteFrom('trust_coverage_due')
    .where('source_id', '=', sourceId)
    .returning('provider')
    .execute()
  for (const { provider } of due) await recountProvider(tx, dialect, provider)
  await recordDay(tx, dialect, toInstant(now).slice(0, 10))
}

const countNames = ['companies', 'trust_centers', ...surfaces, 'sources'] as const

/** Of all providers, so that a day has the counts of one moment. The last run of a day decides. */
async function recordDay(tx: TrustTx, dialect: Dialect, day: string): Promise<void> {
  const stored = await tx
    .selectFrom('trust_coverage')
    .select(['provider', 'doc'])
    .orderBy('provider')
    .execute()
  const byProvider = stored.map(({ provider, doc }) => ({
    provider,
    counts: (JSON.parse(doc) as ProviderTally).counts,
  }))
  const sum = (name: (typeof countNames)[number]) =>
    byProvider.reduce((total, { counts }) => total + counts[name], 0)
  const all = Object.fromEntries(countNames.map((name) => [name, sum(name)])) as unknown as CoverageCounts
  // A company with centers of two providers is one.
  const companies = await tx
    .selectFrom('trust_center')
    .select(sql<number>`count(distinct company_id)`.as('n'))
    .executeTakeFirstOrThrow()
  const rows = [{ provider: '', counts: { ...all, companies: Number(companies.n) } }, ...byProvider]
  await dialect.upsertChanged(
    tx,
    'trust_coverage_day',
    ['provider', 'day'],
    rows.map(({ provider, counts }) => {
      const ofDay = Object.fromEntries(
        countNames.map((name) => [name, counts[name]]),
      ) as unknown as CoverageCounts
      return { provider, day, ...ofDay, hash: Object.values(ofDay).join(' ') }
    }),
  )
}

async function recountProvider(tx: TrustTx, dialect: Dialect, provider: string): Promise<void> {
  const centers = tx.selectFrom('trust_center').where('provider', '=', provider)
  const totals = await centers
    .select([
      sql<number>`count(*)`.as('trust_centers'),
      sql<number>`count(distinct company_id)`.as('companies'),
      sql<number>`coalesce(sum(sources), 0)`.as('sources'),
      sql<number>`coalesce(sum(case when sources = 0 then 1 else 0 end), 0)`.as('unsourced'),
      ...surfaces.map((surface) => sql<number>`coalesce(sum(${sql.ref(surface)}), 0)`.as(surface)),
      ...surfaces.map((surface) =>
        sql<number>`coalesce(sum(case when open_surfaces like ${`%,${surface},%`} then 1 else 0 end), 0)`.as(
          `open_${surface}`,
        ),
      ),
    ])
    .executeTakeFirstOrThrow()
  const levels = await centers
    .select(['access_level', sql<number>`count(*)`.as('count')])
    .groupBy('access_level')
    .execute()
  const profiles = await centers
    .select(['access_profile', sql<number>`count(*)`.as('count')])
    .groupBy('access_profile')
    .execute()
  const number = (name: string) => Number((totals as Record<string, unknown>)[name] ?? 0)
  const tally: ProviderTally = {
    counts: {
      companies: number('companies'),
      trust_centers: number('trust_centers'),
      ...perSurface(number),
      sources: number('sources'),
    },
    unsourced: number('unsourced'),
    levels: Object.fromEntries(levels.map((row) => [row.access_level, Number(row.count)])),
    profiles: Object.fromEntries(profiles.map((row) => [row.access_profile, Number(row.count)])),
    data_access: perSurface((surface) => number(`open_${surface}`)),
  }
  await dialect.upsertChanged(
    tx,
    'trust_coverage',
    ['provider'],
    [{ provider, hash: contentHash(1, tally), doc: JSON.stringify(tally) }],
  )
}
