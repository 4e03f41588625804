/** The ledger on PostgreSQL by the settings; undefined on SQLite. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { PostgresLedger } from '../../store/backup/dump-ledger.ts'

export function postgresLedger({ config, secrets }: LoadedConfig): PostgresLedger | undefined {
  const { databaseUrl, databaseDirectUrl } = secrets.store
  if (databaseUrl === undefined) return undefined
  const { schemaPrefix, statementTimeoutMs } = config.store
  return {
    url: (databaseDirectUrl ?? databaseUrl).reveal(),
    schemaPrefix: `${schemaPrefix}_`,
    statementTimeoutMs,
    poolMax: 1,
    onWarning: () => {},
  }
}
