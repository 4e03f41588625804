/** One state of a database as a `Database`: whoever reads through it, with however many reads, sees nothing newer. */

import type { Kysely } from 'kysely'
import { PublicationState, PublishedDatabase } from './publication-stamp.ts'
import type { Bindables, Statement } from './statements/statement.ts'
import type { Database } from './store.ts'
import type { PublicationRow, ReadModelTables } from './tables.ts'

/**
 * Keep it short: while a snapshot is open, the log of SQLite grows with every write. A result with longer texts than `textMax`
 * throws `ResultTooLarge`.
 */
export async function withSnapshot<Result>(
  db: Database<ReadModelTables>,
  work: (snapshot: Database<ReadModelTables>) => Promise<Result>,
  textMax?: number,
): Promise<Result> {
  return await db.snapshot(async (read) => {
    // The first read decides which state it is.
    const rows = await read.selectFrom('publication').select(['scope', 'version', 'published_at']).execute()
    return await work(new SnapshotDatabase(db, read, rows))
  }, textMax)
}

class SnapshotDatabase extends PublishedDatabase implements Database<ReadModelTables> {
  readonly engine: Database<ReadModelTables>['engine']
  readonly dialect: Database<ReadModelTables>['dialect']
  readonly read: Kysely<ReadModelTables>
  readonly heavy: Kysely<ReadModelTables>
  protected override readonly publications: PublicationState

  constructor(
    { engine, dialect }: Database<ReadModelTables>,
    read: Kysely<ReadModelTables>,
    publications: readonly PublicationRow[],
  ) {
    super()
    this.engine = engine
    this.dialect = dialect
    this.read = read
    this.heavy = read
    this.publications = new PublicationState(
      publications.map(({ scope, version, published_at }) => ({
        scope,
        version: Number(version),
        published_at: Number(published_at),
      })),
    )
  }

  async snapshot<Result>(work: (read: Kysely<ReadModelTables>) => Promise<Result>): Promise<Result> {
    return await work(this.read)
  }

  async transaction(): Promise<never> {
    throw new TypeError('a snapshot cannot be written to')
  }

  async run<Values extends Bindables<Values>, Row>(
    statement: Statement<ReadModelTables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    return await statement.runIn(this.read, values)
  }

  async runLong<Values extends Bindables<Values>, Row>(
    statement: Statement<ReadModelTables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    return await this.run(statement, values)
  }
}
