/** How far an index is filled. */

import { ConfigurationError } from '../../../../core/errors.ts'
import { type JobsDatabase, withJobTables } from '../../schema/tables.ts'
import { listIndexes } from './create-index.ts'

interface IndexProgress {
  /** Postings. */
  readonly done: number
  readonly total: number
  readonly isServing: boolean
}

export async function readIndexProgress(db: JobsDatabase, name: string): Promise<IndexProgress> {
  const index = (await listIndexes(db)).find((each) => each.name === name)
  if (index === undefined)
    throw new ConfigurationError([`the index ${name} was lost while it was filled: is ClickHouse intact?`])
  const read = withJobTables(db.read)
  const count = read.selectFrom('job').select(({ fn }) => fn.countAll<number>().as('n'))
  const total = Number((await count.executeTakeFirst())?.n ?? 0)
  const filled = Number((await count.where('slot', '<', index.filled_slots).executeTakeFirst())?.n ?? 0)
  const isServing = index.state !== 'filling'
  return { done: isServing ? total : filled, total, isServing }
}
