/** Counts one provider anew: one statement over its centers. */

import { sql } from 'kysely'
import { contentHash } from '../../../core/content-hash.ts'
import type { Dialect } from '../../../store/store.ts'
import { surfaces } from '../normalise/vocabulary.ts'
import type { ProviderTally } from '../surface/coverage-record.ts'
import type { TrustTx } from '../tables.ts'

export async function publishCoverage(tx: TrustTx, dialect: Dialect, provider: string): Promise<void> {
  const own = tx.selectFrom('trust_center').where('provider', '=', provider)
  const totals = await own
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
  const levels = await own
    .select(['access_level', sql<number>`count(*)`.as('count')])
    .groupBy('access_level')
    .execute()
  const profiles = await own
    .select(['access_profile', sql<number>`count(*)`.as('count')])
    .groupBy('access_profile')
    .execute()
  const number = (name: string) => Number((totals as Record<string, unknown>)[name] ?? 0)
  const of = (prefix: string) =>
    Object.fromEntries(
      surfaces.map((surface) => [surface, number(prefix + surface)]),
    ) as ProviderTally['data_access']
  const tally: ProviderTally = {
    counts: {
      companies: number('companies'),
      trust_centers: number('trust_centers'),
      ...of(''),
      sources: number('sources'),
    },
    unsourced: number('unsourced'),
    levels: Object.fromEntries(levels.map((row) => [row.access_level, Number(row.count)])),
    profiles: Object.fromEntries(profiles.map((row) => [row.access_profile, Number(row.count)])),
    data_access: of('open_'),
  }
  await dialect.upsertChanged(
    tx,
    'trust_coverage',
    ['provider'],
    [{ provider, hash: contentHash(1, tally), doc: JSON.stringify(tally) }],
  )
}
