/** What a store is: two databases behind one interface, on either engine. */

import type { Kysely, QueryExecutorProvider, Transaction } from 'kysely'
import type { FullText } from './full-text.ts'
import type { LedgerTables, ReadModelTables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** Small and precious things in the ledger, large and derivable ones in the read model. */
export interface Store extends AsyncDisposable {
  readonly engine: Engine
  readonly ledger: Database<LedgerTables>
  readonly readModel: Database<ReadModelTables>
  /** Resolves when both databases answer, throws `store_unavailable` otherwise. */
  ping(signal: AbortSignal): Promise<void>
  /** What `doctor` reports: engine version, migrations, integrity, size on disk, clock skew. */
  inspect(signal: AbortSignal): Promise<StoreReport>
}

export interface StoreReport {
  readonly engine: Engine
  readonly version: string
  readonly migrations: {
    readonly database: 'ledger' | 'read_model'
    readonly applied: number
    readonly known: number
  }[]
  /** Empty when sound. */
  readonly integrityProblems: string[]
  readonly bytes: number
  /** The database's clock minus ours. */
  readonly clockSkewMs: number
}

export interface Database<Tables> {
  readonly engine: Engine
  readonly dialect: Dialect
  /** Short reads. On SQLite they run on this thread, so keep them below a few milliseconds. */
  readonly read: Kysely<Tables>
  /** Reads that may take longer than 20 ms: on SQLite they run in a small pool of threads. */
  readonly heavy: Kysely<Tables>
  /** Several reads that see one state of the data. */
  snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /**
   * All writes. Waits its turn, commits when `work` resolves, rolls back when it throws or the signal aborts. Do not
   * nest them. On PostgreSQL transactions run side by side at "read committed": where a read decides a write, put the
   * condition into the write itself or take `dialect.lock` first.
   */
  transaction<Result>(
    work: (tx: Transaction<Tables>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
  /**
   * Runs a statement whose text was compiled once. `shape` names the text; `build` is called only the first time
   * for that name, and marks with `param('x')` what differs from call to call. A list of another length is another
   * text, and so needs another name.
   */
  prepared<Row>(
    statementName: string,
    build: (
      read: Kysely<Tables>,
      param: ParamMarker,
    ) => { compile(): { sql: string; parameters: readonly unknown[] } },
    values: Readonly<Record<string, Bindable>>,
  ): Promise<Row[]>
  /**
   * How often this scope (a service id) has been published, by any process. Synchronous, cheap enough to be asked on
   * every request, and current within a second on every node (at once on SQLite).
   */
  version(scope: string): number
  /** When the scope was last published, in milliseconds; 0 before the first time. */
  publishedAt(scope: string): number
}

/** What a statement may be given: everything else is refused, so that nothing is silently stored as NULL. */
export type Bindable = null | string | number | bigint | boolean | Uint8Array

export type ParamMarker = <Value extends Bindable = Bindable>(name: string) => Value

/** A transaction over whatever tables: the functions below take names, not types. */
export type AnyTransaction = QueryExecutorProvider & { readonly isTransaction: true }

/** What truly differs between the engines. */
export interface Dialect {
  /**
   * Inserts rows, or updates those whose `hash` column differs; untouched rows are not written.
   * Every row has the same columns; `key` names the primary key. Any number of rows: it works in batches.
   */
  upsertChanged(
    tx: AnyTransaction,
    table: string,
    key: readonly string[],
    rows: Iterable<Readonly<Record<string, Bindable>>>,
  ): Promise<{ written: number; unchanged: number }>
  /** Deletes the rows that match `where` and whose `key` is not among `keep`. */
  deleteMissing(
    tx: AnyTransaction,
    table: string,
    where: Readonly<Record<string, Bindable>>,
    key: string,
    keep: readonly string[],
  ): Promise<number>
  /** Until this transaction ends, no other holds the same name. SQLite has one writer anyway. */
  lock(tx: AnyTransaction, name: string): Promise<void>
  readonly fullText: FullText
  /** Adds one to the version of a scope and, when the transaction commits, tells every process. */
  bumpVersion(tx: AnyTransaction, scope: string, nowMs: number): Promise<number>
}
