import type { Clock } from '../../../../core/clock.ts'
import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import type { JobsDatabase } from '../../schema/tables.ts'

export interface PublishContext {
  readonly db: JobsDatabase
  readonly clickHouse: ClickHouse
  readonly clock: Clock
  readonly signal: AbortSignal
  onWarning?(message: string): void
}
