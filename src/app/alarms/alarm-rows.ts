/** The rows of `alarm`: what is wrong now. */

import { toInstant } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import type { AlarmRow } from '../../store/tables.ts'

export type AlarmView = ReturnType<typeof toAlarmView>

/** Oldest first, also those that are too young to be announced. */
export async function readAlarms({ ledger }: Pick<Store, 'ledger'>): Promise<AlarmRow[]> {
  return await ledger.read.selectFrom('alarm').selectAll().orderBy('since').orderBy('id').execute()
}

export function toAlarmView({ id, kind, subject, detail, since }: AlarmRow) {
  return { id, kind, subject, detail, since: toInstant(since) }
}
