/** Reads the descriptions of postings. */

import type { Kysely } from 'kysely'
import { unpackText } from '../../../core/text/packed-text.ts'
import { safeHtmlToText } from '../normalise/description.ts'
import type { JobDescription } from '../schema/job-posting.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../schema/tables.ts'

interface StoredDescription {
  readonly id: string
  readonly data: Uint8Array
  readonly version: number
  readonly since: string
}

/** All versions of one posting, the newest first. */
export async function readVersions(db: JobsDatabase, id: string): Promise<JobDescription[]> {
  const rows = await selectDescriptions(withJobTables(db.read))
    .where('job.id', '=', id)
    .orderBy('job_description_version.version', 'desc')
    .execute()
  return rows.map(toDescription)
}

/** The newest version of each posting that has one, by id. `ids`: those of one page. */
export async function readDescriptions(
  db: JobsDatabase,
  ids: readonly string[],
): Promise<Map<string, JobDescription>> {
  if (ids.length === 0) return new Map()
  const rows = await selectDescriptions(withJobTables(db.read))
    .where('job.id', 'in', ids)
    .where('job_description_version.version', '=', ({ selectFrom }) =>
      selectFrom('job_description_version as newer')
        .select(({ fn }) => fn.max('newer.version').as('version'))
        .whereRef('newer.slot', '=', 'job.slot'),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, toDescription(row)]))
}

function selectDescriptions(read: Kysely<JobsReadModelTables>) {
  return read
    .selectFrom('job')
    .innerJoin('job_description_version', 'job_description_version.slot', 'job.slot')
    .innerJoin('job_description', 'job_description.hash', 'job_description_version.hash')
    .select([
      'job.id',
      'job_description_version.version',
      'job_description_version.since',
      'job_description.data',
    ])
}

function toDescription({ version, since, data }: StoredDescription): JobDescription {
  const html = unpackText(data)
  return { html, text: safeHtmlToText(html), version: Number(version), since }
}
