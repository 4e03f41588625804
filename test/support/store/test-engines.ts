/** Stores for tests: an empty place on each engine, removed with everything in it afterwards. */

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '../../../src/core/clock.ts'
import { openStore, type StoreOptions } from '../../../src/store/open.ts'
import type { Engine, Store } from '../../../src/store/store.ts'
import { postgresUrl, skipReason } from '../backends.ts'

export interface TestPlace extends AsyncDisposable {
  readonly options: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>
  /** Whoever opens a store closes it before the place is removed. */
  open(overrides?: Partial<StoreOptions>): Promise<Store>
}

interface TestEngine {
  readonly name: Engine
  readonly skip: false | string
  place(): Promise<TestPlace>
}

export const testEngines: readonly TestEngine[] = [
  { name: 'sqlite', skip: false, place: sqlitePlace },
  { name: 'postgres', skip: skipReason('PostgreSQL', postgresUrl()), place: postgresPlace },
]

async function sqlitePlace(): Promise<TestPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'broadsheet-store-'))
  return {
    options: { dataDir },
    open: (overrides) => openStore({ ...defaults, dataDir, ...overrides }),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

async function postgresPlace(): Promise<TestPlace> {
  const databaseUrl = postgresUrl() ?? ''
  const schemaPrefix = `t${randomBytes(6).toString('hex')}_`
  const place = { databaseUrl, schemaPrefix }
  return {
    options: place,
    open: (overrides) => openStore({ ...defaults, ...place, ...overrides }),
    [Symbol.asyncDispose]: async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query(`set client_min_messages = warning`)
      await client.query(`drop schema if exists ${schemaPrefix}ledger, ${schemaPrefix}read_model cascade`)
      await client.end()
    },
  }
}

const defaults = { role: 'server', statementTimeoutMs: 10_000, poolMax: 4, clock: systemClock } as const
