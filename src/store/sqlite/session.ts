/** Where statements run: on this thread, or on another one. */

import type { WireValue } from '../sql-value.ts'
import { type DatabaseFile, type Outcome, SqliteConnection } from './connection.ts'

export interface Session {
  run(sql: string, values: readonly WireValue[]): Promise<Outcome>
  /** One statement, many rows, one message. */
  each(sql: string, rows: readonly (readonly WireValue[])[]): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

export class LocalSession implements Session {
  readonly connection: SqliteConnection

  constructor(file: DatabaseFile, readOnly: boolean) {
    this.connection = new SqliteConnection(file, readOnly)
  }

  async run(sql: string, values: readonly WireValue[]): Promise<Outcome> {
    return this.connection.run(sql, values)
  }

  async each(sql: string, rows: readonly (readonly WireValue[])[]): Promise<number> {
    return this.connection.each(sql, rows)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.close()
  }
}
