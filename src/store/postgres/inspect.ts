/** Inspects a PostgreSQL database for `doctor`. */

import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { readArtifactTotals } from '../artifact-totals.ts'
import { readProfile } from '../coordination/claim-profile.ts'
import { migrationStatus } from '../migrations/migration-status.ts'
import type { Database, StoreReport, TableSize } from '../store.ts'
import type { LedgerTables, MarkTable } from '../tables.ts'

interface InspectOptions {
  readonly ledger: Database<LedgerTables>
  readonly schemas: { readonly ledger: string; readonly readModel: string }
  readonly clock: Clock
}

export async function inspectPostgres({ ledger, schemas, clock }: InspectOptions): Promise<StoreReport> {
  const sentAt = clock.now()
  const result = await sql<{ version: string; now_ms: number; bytes: number; invalid: string[] }>`
    select
      current_setting('server_version') as version,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms,
      (
        select coalesce(sum(pg_total_relation_size(class.oid)), 0)
        from pg_class class join pg_namespace space on space.oid = class.relnamespace
        where class.relkind = 'r' and space.nspname in (${schemas.ledger}, ${schemas.readModel})
      ) as bytes,
      array(
        select space.nspname || '.' || class.relname
        from pg_index entry
        join pg_class class on class.oid = entry.indexrelid
        join pg_namespace space on space.oid = class.relnamespace
        where not entry.indisvalid and space.nspname in (${schemas.ledger}, ${schemas.readModel})
      ) as invalid
  `.execute(ledger.read)
  const receivedAt = clock.now()
  const { version = '', now_ms: databaseNow = sentAt, bytes = 0, invalid = [] } = result.rows[0] ?? {}
  return {
    engine: 'postgres',
    version,
    profile: await readProfile(ledger.read as unknown as Kysely<MarkTable>),
    migrations: await migrationStatus(ledger),
    integrityProblems: invalid.map((name) => `index ${name} is invalid: run REINDEX`),
    bytes,
    tables: await readTableSizes(ledger, schemas),
    artifacts: await readArtifactTotals(ledger),
    clockSkewMs: databaseNow - Math.round((sentAt + receivedAt) / 2),
  }
}

async function readTableSizes(
  ledger: Database<LedgerTables>,
  schemas: InspectOptions['schemas'],
): Promise<TableSize[]> {
  const { rows } = await sql<{ schema: string; table: string; rows: number; bytes: number }>`
    select schemaname as schema, relname as table, n_live_tup as rows, pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables
    where schemaname in (${schemas.ledger}, ${schemas.readModel})
    order by bytes desc, relname
  `.execute(ledger.read)
  return rows.map(({ schema, ...size }) => ({
    database: schema === schemas.ledger ? 'ledger' : 'read_model',
    ...size,
  }))
}
