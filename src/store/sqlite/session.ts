/** A session runs statements in this thread or in another one. */

import type { SqlValue } from '../sql-value.ts'
import { type DatabaseFile, SqliteConnection, type StatementResult } from './connection.ts'

export interface Session {
  run(sql: string, values: readonly SqlValue[]): Promise<StatementResult>
  /** Runs one statement for many rows, with a single message to another thread. */
  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<number>
  /** Does the same, and returns the first value of each result. */
  firstValues(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<unknown[]>
  [Symbol.asyncDispose](): Promise<void>
}

export class LocalSession implements Session {
  readonly connection: SqliteConnection

  constructor(file: DatabaseFile, readOnly: boolean) {
    this.connection = new SqliteConnection(file, readOnly)
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<StatementResult> {
    return this.connection.run(sql, values)
  }

  async runMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<number> {
    return this.connection.runMany(sql, rows)
  }

  async firstValues(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<unknown[]> {
    return this.connection.firstValues(sql, rows)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.close()
  }
}
