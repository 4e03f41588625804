/** The interface of the store: two databases, on either engine. */

import type { Kysely, QueryExecutorProvider, Transaction } from 'kysely'
import type { Bindable, Engine } from './engine.ts'
import type { Bindables, Statement } from './statements/statement.ts'
import type { LedgerTables, ReadModelTables } from './tables.ts'

export type { Bindable, Engine } from './engine.ts'

/** The ledger holds small, irreplaceable data; the read model large data that can be derived again. */
export interface Store extends AsyncDisposable {
  readonly engine: Engine
  readonly ledger: Database<LedgerTables>
  readonly readModel: Database<ReadModelTables>
  /** Throws `store_unavailable` unless both databases respond. */
  ping(signal: AbortSignal): Promise<void>
  /** For `doctor`: engine version, migrations, integrity, size on disk, clock skew. */
  inspect(signal: AbortSignal): Promise<StoreReport>
}

export interface StoreReport {
  readonly engine: Engine
  readonly version: string
  /** The profile that the store belongs to; undefined if none has claimed it. */
  readonly profile: string | undefined
  /** Of the ledger. */
  readonly migrations: { readonly applied: number; readonly known: number }
  /** Empty if there are none. */
  readonly integrityProblems: string[]
  readonly bytes: number
  /** Every table with its rows (an estimate on PostgreSQL) and its bytes with indexes, largest first. */
  readonly tables: readonly TableSize[]
  /** What the list of artifacts accounts for, on disk or in the bucket. */
  readonly artifacts: { readonly files: number; readonly bytes: number }
  /** The clock of the database minus ours. */
  readonly clockSkewMs: number
}

export interface TableSize {
  readonly database: 'ledger' | 'read_model'
  readonly table: string
  readonly rows: number
  readonly bytes: number
}

/** What was published, without what it is. */
export type Publications = Pick<Database<unknown>, 'version' | 'stamp' | 'epoch' | 'publishedAt'>

export interface Database<Tables> {
  readonly engine: Engine
  readonly dialect: Dialect
  /** Short reads. On SQLite they run in this thread, so keep them below a few milliseconds. */
  readonly read: Kysely<Tables>
  /** Reads that may take longer than 20 ms: on SQLite they run in a small pool of threads. */
  readonly heavy: Kysely<Tables>
  /** Several reads that see the same state of the data. A result with longer texts than `textMax` throws `ResultTooLarge`. */
  snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>, textMax?: number): Promise<Result>
  /**
   * All writes. Commits when `work` resolves, rolls back when it throws or the signal aborts. Do not nest transactions.
   * On PostgreSQL they run concurrently at "read committed": where a write depends on a read, put the condition into
   * the write or take `dialect.lock` first.
   */
  transaction<Result>(
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
  /** A short read that is built once. */
  run<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]>
  /** Like `run`, where `heavy` reads. */
  runLong<Values extends Bindables<Values>, Row>(
    statement: Statement<Tables, Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row[]>
  /**
   * How often this scope (a service id) has been published, by any process. Synchronous, cheap enough for every
   * request, and current within a second on every node (immediately on SQLite).
   */
  version(scope: string): number
  /**
   * The state of the data of a scope, as cheap and current as `version`: no other state has the same stamp, even in a
   * read model that was created again or restored.
   */
  stamp(scope: string): string
  /** A random number chosen when the read model was created; 0 for the ledger. */
  epoch(): number
  /** When the scope was last published, in milliseconds since the epoch; 0 if never. */
  publishedAt(scope: string): number
}

/** A transaction over any tables: the functions below take names, not types. */
export type AnyTransaction = QueryExecutorProvider & { readonly isTransaction: true }

/** Operations that differ between the engines. */
export interface Dialect {
  readonly engine: Engine
  /**
   * Inserts rows, or updates those whose `hash` column differs. All rows have the same columns; `key` names the primary
   * key. Works in batches, so any number of rows is fine.
   */
  upsertChanged(
    tx: AnyTransaction,
    table: string,
    key: readonly string[],
    rows: Iterable<Readonly<Record<string, Bindable>>>,
  ): Promise<{ written: number; unchanged: number }>
  /** Inserts rows, which all have the same columns. `ifMissing`: leaves out those that violate a unique key. */
  insertRows(
    tx: AnyTransaction,
    table: string,
    rows: Iterable<Readonly<Record<string, Bindable>>>,
    options?: { readonly ifMissing?: boolean },
  ): Promise<void>
  /** Deletes the rows that match `where` and whose `key` is not in `keep`. */
  deleteMissing(
    tx: AnyTransaction,
    table: string,
    where: Readonly<Record<string, Bindable>>,
    key: string,
    keep: readonly string[],
  ): Promise<number>
  /** Takes a named lock until the transaction ends. A no-op on SQLite, which has a single writer. */
  lock(tx: AnyTransaction, name: string): Promise<void>
  /** Increments the version of a scope (by default by 1) and notifies every process when the transaction commits. */
  bumpVersion(tx: AnyTransaction, scope: string, nowMs: number, by?: number): Promise<number>
}
