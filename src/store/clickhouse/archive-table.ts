/**
 * A table of ClickHouse for rows that the database lets go. The same row may be inserted again, after a crash: readers must take
 * the one that was kept last of each key.
 */

import { randomUUID } from 'node:crypto'
import { type Clock, toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createStatements, localTable, type TableDefinition } from './create-tables.ts'
import { isMissingTable } from './errors.ts'
import { type SqlText, sql } from './sql-text.ts'

export interface ArchiveDefinition extends Pick<TableDefinition, 'name' | 'columns' | 'shardKey'> {
  /** Distinguishes rows. Readers find them by its first columns. */
  readonly key: SqlText
  /** The column with the time of a row, in milliseconds, by which it is dropped. */
  readonly time: SqlText
}

export interface ArchiveOptions {
  readonly clock: Clock
  /** How long rows are kept, by their time; then to the end of the month. */
  readonly days: number
}

const dayMs = 86_400_000

export class ArchiveTable {
  readonly name: SqlText
  readonly #clickHouse: ClickHouse
  readonly #definition: ArchiveDefinition
  readonly #clock: Clock
  readonly #days: number
  #droppedAt = 0

  constructor(clickHouse: ClickHouse, definition: ArchiveDefinition, { clock, days }: ArchiveOptions) {
    this.name = definition.name
    this.#clickHouse = clickHouse
    this.#definition = definition
    this.#clock = clock
    this.#days = days
  }

  /** Returns once all rows have been counted. `where` finds them by their key. */
  async keep(rows: readonly object[], where: SqlText, signal: AbortSignal | undefined): Promise<void> {
    const kept_at = this.#clock.now()
    await this.#insert(
      rows.map((row) => ({ ...row, kept_at })),
      signal,
    )
    const { key } = this.#definition
    const [counted] = await this.#clickHouse.query<{ n: number }>(
      sql`select uniqExact(${key}) as n from ${this.name} where ${where} and kept_at >= ${kept_at}`,
      { signal },
    )
    if (counted?.n !== rows.length)
      throw new Failure(
        'store_unavailable',
        `${counted?.n} of ${rows.length} rows are in ${this.name.text} of ClickHouse.`,
      )
  }

  /** Once a day, months that are over for so long: a partition costs nothing to drop. After `keep`. */
  async dropOld(signal: AbortSignal | undefined): Promise<void> {
    const now = this.#clock.now()
    if (Math.abs(now - this.#droppedAt) < dayMs) return
    // Before it may fail: without the right to drop, that is reported once a day.
    this.#droppedAt = now
    const firstKept = Number(
      toInstant(now - this.#days * dayMs)
        .slice(0, 7)
        .replace('-', ''),
    )
    const old = await this.#clickHouse.query<{ month: number }>(
      sql`select distinct ${this.#month} as month from ${this.name} where ${this.#month} < ${firstKept}`,
      { signal },
    )
    const local = localTable(this.name, this.#clickHouse.cluster)
    for (const { month } of old)
      await this.#clickHouse.run(sql`alter table ${local} drop partition ${month}`, { signal })
  }

  /** No rows as long as nothing has been kept. */
  async query<Row>(statement: SqlText, signal: AbortSignal | undefined): Promise<Row[]> {
    try {
      return await this.#clickHouse.query<Row>(statement, { signal })
    } catch (thrown) {
      if (isMissingTable(thrown)) return []
      throw thrown
    }
  }

  async #insert(rows: readonly object[], signal: AbortSignal | undefined): Promise<void> {
    const insert = () => this.#clickHouse.insert(this.name.text, rows, { token: randomUUID(), signal })
    try {
      await insert()
    } catch (thrown) {
      if (!isMissingTable(thrown)) throw thrown
      for (const statement of createStatements(this.#table, this.#clickHouse.cluster))
        await this.#clickHouse.run(statement, { signal })
      await insert()
    }
  }

  get #table(): TableDefinition {
    const { columns, key, ...definition } = this.#definition
    return {
      ...definition,
      columns: sql`${columns},\n  kept_at Int64 codec(Delta, ZSTD)`,
      engine: 'ReplacingMergeTree',
      version: sql`kept_at`,
      order: key,
      partition: this.#month,
    }
  }

  /** Such as 202611. */
  get #month(): SqlText {
    return sql`toYYYYMM(fromUnixTimestamp64Milli(${this.#definition.time}, 'UTC'))`
  }
}
