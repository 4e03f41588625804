/** Stores the absences of postings that a list lacks. */

import { chunks } from '../../../store/chunks.ts'
import type { CloseReason } from '../schema/job-posting.ts'
import type { JobRow, JobsTransaction } from '../schema/tables.ts'
import { type Absence, type ListingAssessment, nextAbsence } from './assess-listing.ts'
import type { DueClosing } from './close-due-postings.ts'

type AbsenceValues = Pick<JobRow, 'absences' | 'absent_at' | 'held_at' | 'last_seen' | 'seen_at'>
type MissingJob = AbsenceValues & Pick<JobRow, 'id' | 'slot' | 'closes_on'>

interface ListFacts {
  readonly capturedAt: number
  readonly day: string
  readonly previousList: PreviousList
}

/** The list of the board before this one. It contained every posting that has no `last_seen` of its own. */
export interface PreviousList {
  readonly day: string | null
  readonly at: number | null
}

/** Returns the postings that are due to be closed. */
export async function recordAbsences(
  tx: JobsTransaction,
  missing: readonly MissingJob[],
  absences: ListingAssessment['absences'],
  { capturedAt, day, previousList }: ListFacts,
): Promise<DueClosing[]> {
  const due: DueClosing[] = []
  const groups = new Map<string, { readonly values: AbsenceValues; readonly ids: string[] }>()
  for (const row of missing) {
    const lastSeen = row.last_seen ?? previousList.day
    const markDue = (reason: CloseReason) =>
      due.push({ slot: row.slot, reason, closed_on: day, last_seen: lastSeen })
    const absence = nextAbsenceOf(row, absences, capturedAt, day)
    if (absence.closed !== undefined) markDue(absence.closed)
    const values = {
      absences: absence.absences,
      absent_at: absence.absentAt,
      held_at: absence.heldAt,
      last_seen: lastSeen,
      seen_at: row.last_seen === null ? previousList.at : row.seen_at,
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

export function isMarkedAbsent({ absences, held_at, last_seen, seen_at }: AbsenceValues): boolean {
  return absences > 0 || held_at !== null || last_seen !== null || seen_at !== null
}

interface ClosableAbsence extends Omit<Absence, 'closed'> {
  readonly closed?: CloseReason
}

function nextAbsenceOf(
  row: MissingJob,
  mode: ListingAssessment['absences'],
  capturedAt: number,
  day: string,
): ClosableAbsence {
  const { absences, absent_at: absentAt, held_at: heldAt, closes_on: closesOn } = row
  if (mode === 'none') return { absences, absentAt, heldAt }
  if (mode === 'closeAll') return { absences, absentAt, heldAt, closed: 'board_gone' }
  return nextAbsence({ absences, absentAt, heldAt, closesOn }, mode, capturedAt, day)
}

function isSameAbsence(previous: AbsenceValues, next: AbsenceValues): boolean {
  return (
    previous.absences === next.absences &&
    previous.absent_at === next.absent_at &&
    previous.held_at === next.held_at &&
    previous.last_seen === next.last_seen &&
    previous.seen_at === next.seen_at
  )
}
