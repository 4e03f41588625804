import type { Kysely } from 'kysely'
import { chunks } from '../../../../store/chunks.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'

/** The current descriptions of postings, packed. */
export async function readDescriptions(
  read: Kysely<JobsReadModelTables>,
  slots: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  const texts = new Map<number, Uint8Array>()
  for (const chunk of chunks(slots)) {
    const rows = await read
      .selectFrom('job_description_version')
      .innerJoin('job_description', 'job_description.hash', 'job_description_version.hash')
      .select(['job_description_version.slot', 'job_description.data'])
      .where('job_description_version.slot', 'in', chunk)
      .orderBy('job_description_version.slot')
      .orderBy('job_description_version.version')
      .execute()
    // Of several versions, the last one stays.
    for (const { slot, data } of rows) texts.set(Number(slot), data)
  }
  return texts
}
