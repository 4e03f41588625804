/** Maintains `job_place`, the index of postings by place. Its rows follow from those of the postings. */

import { sql } from 'kysely'
import { chunks } from '../../../store/chunks.ts'
import type { Dialect } from '../../../store/store.ts'
import { toIdRank } from '../schema/block.ts'
import { type CountedColumns, facetKeysOf, scopeKey } from '../schema/facets.ts'
import { withoutCountry } from '../schema/place-keys.ts'
import type { JobRow, JobsTables, JobsTransaction } from '../schema/tables.ts'

/** What the rows of a posting follow from. */
export type PlacedJob = CountedColumns & Pick<JobRow, 'slot' | 'id' | 'listed_on'>

export async function insertPlaces(
  tx: JobsTransaction,
  dialect: Dialect,
  jobs: Iterable<PlacedJob>,
): Promise<void> {
  await dialect.insertRows(tx, 'job_place', Iterator.from(jobs).flatMap(toPlaceRows))
}

/** `jobs`: as they are stored. By the whole key, so that no other index is needed. */
export async function deletePlaces(
  tx: JobsTransaction,
  { engine }: Dialect,
  jobs: Iterable<PlacedJob>,
): Promise<void> {
  for (const rows of chunks(Iterator.from(jobs).flatMap(toPlaceRows))) {
    if (engine === 'sqlite') {
      const keys = rows.map(({ term, active, listed_on, id_rank, slot }) => [
        term,
        active,
        listed_on,
        id_rank,
        slot,
      ])
      await sql`delete from job_place where (term, active, listed_on, id_rank, slot) in (
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(${JSON.stringify(keys)}))`.execute(
        tx,
      )
    } else
      await sql`delete from job_place using
        json_to_recordset(${JSON.stringify(rows)}::json) as gone (term text, active bigint, listed_on text, id_rank bigint, slot bigint)
        where job_place.term = gone.term and job_place.active = gone.active
          and job_place.listed_on = gone.listed_on and job_place.id_rank = gone.id_rank
          and job_place.slot = gone.slot`.execute(tx)
  }
}

function toPlaceRows(job: PlacedJob): JobsTables['job_place'][] {
  const { active, listed_on, slot } = job
  const id_rank = toIdRank(job.id)
  return (['city', 'region', 'country'] as const).flatMap((field) =>
    [...new Set(facetKeysOf(job, field).map((key) => withoutCountry(field, key)))].map((key) => ({
      term: scopeKey(field, key),
      active,
      listed_on,
      id_rank,
      slot,
    })),
  )
}
