/** A session runs statements in this thread or in another one. */

import type { SqlValue } from '../sql-value.ts'
import { type DatabaseFile, SqliteConnection, type StatementResult } from './connection.ts'

export interface Session {
  run(sql: string, values: readonly SqlValue[]): Promise<StatementResult>
  /** Runs one statement for many rows, with a single message to another thread. */
  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<number>
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.close()
  }
}
