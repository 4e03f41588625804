/** Postings take less space: shorter hashes, and no second index of their places, whose rows follow from the postings. */

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index job_place_by_job`.execute(db)
  await sql`update job set fingerprint = substr(fingerprint, 1, length(fingerprint) - 10),
    same_text = substr(same_text, 1, length(same_text) - 10),
    same_requisition = substr(same_requisition, 1, length(same_requisition) - 10)`.execute(db)
  // All places of a hash, so that no description seems to have changed.
  await sql`update job_description set hash = substr(hash, 1, 14), base = substr(base, 1, 14)`.execute(db)
  for (const table of ['job_description_version', 'job_description_base'])
    await sql`update ${sql.table(table)} set hash = substr(hash, 1, 14)`.execute(db)
}
