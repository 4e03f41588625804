/** A SQLite connection with its settings and prepared statements. */

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { SqlValue } from '../sql-value.ts'
import { TextLimit } from '../statements/text-limit.ts'

export interface DatabaseFile {
  readonly path: string
  /** `full` survives a power failure; `normal` may lose the last transactions, but never parts of one. */
  readonly synchronous: 'full' | 'normal'
  readonly mmapBytes: number
  readonly cacheBytes: number
}

export interface StatementResult {
  readonly rows: unknown[]
  readonly changes: number
  readonly lastId: number
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly hasRows: boolean
  readonly toRow: (cells: readonly unknown[]) => unknown
}

const statementsMax = 500
const walBytesMax = 64 * 1024 * 1024

/** Runs statements in this thread or in another one. */
export interface Session {
  run(sql: string, values: readonly SqlValue[]): StatementResult | Promise<StatementResult>
  /** Runs one statement for many rows, with a single message to another thread. Returns how many rows it changed. */
  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): number | Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

export class SqliteConnection implements Session {
  readonly #db: DatabaseSync
  readonly #mmapBytes: number
  readonly #dataVersion: StatementSync
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: statementsMax })

  constructor(file: DatabaseFile, readOnly: boolean) {
    this.#mmapBytes = file.mmapBytes
    this.#db = new DatabaseSync(file.path, { readOnly, timeout: 0, enableForeignKeyConstraints: true })
    try {
      this.#db.exec(
        `pragma synchronous = ${file.synchronous};
         pragma cache_size = -${Math.trunc(file.cacheBytes / 1024)};
         pragma mmap_size = ${file.mmapBytes};
         pragma temp_store = memory;
         pragma journal_size_limit = ${walBytesMax}`,
      )
      this.#dataVersion = this.#db.prepare('pragma data_version')
    } catch (error) {
      this.#db.close()
      throw error
    }
    this.#dataVersion.setReturnArrays(true)
  }

  /** Changes whenever another connection commits. Called often, so it creates no object. */
  dataVersion(): unknown {
    const row: unknown = this.#dataVersion.get()
    return Array.isArray(row) ? row[0] : undefined
  }

  /** For statements that return rows: the hot path. */
  all(sql: string, values: readonly SqlValue[]): unknown[] {
    return toRows(this.#prepare(sql), values)
  }

  run(sql: string, values: readonly SqlValue[]): StatementResult {
    const prepared = this.#prepare(sql)
    if (prepared.hasRows) return { rows: toRows(prepared, values), changes: 0, lastId: 0 }
    const { changes, lastInsertRowid } = prepared.statement.run(...values)
    return { rows: [], changes: Number(changes), lastId: Number(lastInsertRowid) }
  }

  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): number {
    const { statement } = this.#prepare(sql)
    let changed = 0
    for (const row of rows) changed += Number(statement.run(...row).changes)
    return changed
  }

  /** For reads. Throws `ResultTooLarge` as soon as the texts of the rows are longer than `textMax`. */
  runLimited(sql: string, values: readonly SqlValue[], textMax: number): StatementResult {
    const limit = new TextLimit(textMax)
    const rows: unknown[] = []
    for (const row of this.iterate(sql, values)) {
      for (const value of Object.values(row as object)) if (typeof value === 'string') limit.add(value)
      rows.push(row)
    }
    return { rows, changes: 0, lastId: 0 }
  }

  /** Uses a new statement, because the next call with the same text would reset a cached one. */
  iterate(sql: string, values: readonly SqlValue[]): Iterable<unknown> {
    return this.#db.prepare(sql).iterate(...values)
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction
  }

  /** Empties the page cache, and maps the file anew: none of its pages is then in the memory of this process. */
  releaseMemory(): void {
    this.#db.exec(`pragma shrink_memory; pragma mmap_size = 0; pragma mmap_size = ${this.#mmapBytes}`)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    const columnNames = statement.columns().map(({ name }) => name)
    const prepared = { statement, hasRows: columnNames.length > 0, toRow: createRowBuilder(columnNames) }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function toRows({ statement, toRow }: PreparedStatement, values: readonly SqlValue[]): unknown[] {
  const rows: unknown[] = statement.all(...values)
  for (let at = 0; at < rows.length; at++) rows[at] = toRow(rows[at] as unknown[])
  return rows
}

/**
 * Each statement has a function of its own with the names of its columns written out, so that V8 knows the shape of the rows.
 * Those of `node:sqlite` are dictionaries, which are slower, and one function for all statements takes several times as long.
 */
function createRowBuilder(columnNames: readonly string[]): PreparedStatement['toRow'] {
  if (columnNames.includes('__proto__')) throw new TypeError('no column can be named __proto__')
  // Until it is compiled, a computed name is a call of the runtime, and a point read pays ten of them.
  const members = columnNames.map((name, at) => `${JSON.stringify(name)}: cells[${at}]`)
  return new Function('cells', `return { ${members.join(', ')} }`) as PreparedStatement['toRow']
}
