/** Leaves out of a run the members that are in quarantine, and reports them. */

import type { QuarantinedMemberRow } from '../../store/tables.ts'
import { isInEffect, quarantineMessage } from '../quarantine.ts'
import type { Member } from '../source.ts'
import type { Run } from './open-run.ts'

/** Returns the others. */
export function reportQuarantined(
  run: Pick<Run, 'startedAt' | 'recordReport'>,
  members: readonly Member[],
  quarantine: readonly QuarantinedMemberRow[],
): readonly Member[] {
  const inEffect = new Map(
    quarantine.filter((row) => isInEffect(row, run.startedAt)).map((row) => [row.member_id, row]),
  )
  return members.filter(({ id }) => {
    const row = inEffect.get(id)
    if (row) run.recordReport(id, { outcome: 'failed', code: 'quarantined', message: quarantineMessage(row) })
    return row === undefined
  })
}
