/** Stores the absences of postings that a list lacks. */

import { chunks } from '../../../store/chunks.ts'
import type { CloseReason } from '../schema/job-posting.ts'
import type { JobRow, JobsTransaction } from '../schema/tables.ts'
import { type ListingAssessment, nextAbsence } from './assess-listing.ts'
import type { DueClosing } from './close-due-postings.ts'

type AbsenceValues = Pick<JobRow, 'absences' | 'absent_at' | 'held_at' | 'last_seen'>
type MissingJob = AbsenceValues & Pick<JobRow, 'id' | 'slot' | 'closes_on'>

interface ListFacts {
  readonly capturedAt: number
  readonly day: string
  /** Date of the board's last accepted list. */
  readonly goodDay: string | null
}

/** Returns the postings that are due to be closed. */
export async function recordAbsences(
  tx: JobsTransaction,
  missing: readonly MissingJob[],
  absences: ListingAssessment['absences'],
  { capturedAt, day, goodDay }: ListFacts,
): Promise<DueClosing[]> {
  if (absences === 'none') return []
  const due: DueClosing[] = []
  const groups = new Map<string, { readonly values: AbsenceValues; readonly ids: string[] }>()
  for (const row of missing) {
    const lastSeen = row.last_seen ?? goodDay
    const markDue = (reason: CloseReason) =>
      due.push({ slot: row.slot, reason, closed_on: day, last_seen: lastSeen })
    if (absences === 'closeAll') {
      markDue('board_gone')
      continue
    }
    const posting = {
      absences: row.absences,
      absentAt: row.absent_at,
      heldAt: row.held_at,
      closesOn: row.closes_on,
    }
    const { closed, ...absence } = nextAbsence(posting, absences, capturedAt, day)
    if (closed !== undefined) markDue(closed)
    const values = {
      absences: absence.absences,
      absent_at: absence.absentAt,
      held_at: absence.heldAt,
      last_seen: lastSeen,
    }
    if (isSameAbsence(row, values)) continue
    const groupKey = Object.values(values).join(' ')
    const group = groups.get(groupKey)
    if (group === undefined) groups.set(groupKey, { values, ids: [row.id] })
    else group.ids.push(row.id)
  }
  for (const { values, ids } of groups.values())
    for (const chunk of chunks(ids))
      await tx.updateTable('job').set(values).where('id', 'in', chunk).execute()
  return due
}

function isSameAbsence(previous: AbsenceValues, next: AbsenceValues): boolean {
  return (
    previous.absences === next.absences &&
    previous.absent_at === next.absent_at &&
    previous.held_at === next.held_at &&
    previous.last_seen === next.last_seen
  )
}
