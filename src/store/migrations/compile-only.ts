/** Kysely that compiles statements for an engine and runs none. */

import {
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine } from '../engine.ts'

export function compileOnly(engine: Engine, log?: (event: LogEvent) => void): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: { createDriver: () => new DummyDriver(), ...parts[engine] },
    ...(log ? { log } : {}),
  })
}

const parts = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}
