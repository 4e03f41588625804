/** What a source of job postings hands over: postings in our words, and a note when the list cannot be trusted. */

import type { EmploymentLabel } from '../normalise/employment.ts'
import type { WorkplaceType } from '../normalise/extract-workplace.ts'
import type { Pay } from '../normalise/pay.ts'
import type { Place } from '../normalise/places.ts'

export interface Posting {
  readonly type: 'posting'
  readonly nativeId: string
  readonly requisitionId?: string
  readonly url: string
  readonly title: string
  readonly company: string
  readonly department?: string
  /** Every place, the one to show first. */
  readonly places: readonly Place[]
  /** What the board wrote, where nothing could be made of it. */
  readonly rawPlace?: string
  readonly workplace?: WorkplaceType
  readonly employment: readonly EmploymentLabel[]
  readonly pay?: Pay
  readonly posted?: string
  readonly closes?: string
  /** Of the body as plain text. */
  readonly bodyHash?: string
  /** Its details could not be read this time: what is known of them stays. */
  readonly isPartial?: true
}

/** Absent: the list is complete. `incomplete`: rows may be missing. `gone`: there is no such board any more. */
export interface BoardNote {
  readonly type: 'note'
  readonly verdict: 'incomplete' | 'gone'
  readonly reason: string
}

/** Listed, but its row cannot be read today: it is not missing. */
export interface UnreadableRow {
  readonly type: 'listed'
  readonly nativeId: string
}

export type BoardRecord = Posting | BoardNote | UnreadableRow
