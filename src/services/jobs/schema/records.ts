/** The records of job sources: normalised postings, and a note if the list is not complete. */

import type { Place } from '../../../core/places/place.ts'
import type { WorkplaceType } from '../../../core/places/reader/extract-workplace.ts'
import type { EmploymentLabel, Pay } from './vocabulary.ts'

export interface Posting {
  readonly type: 'posting'
  readonly nativeId: string
  readonly requisitionId?: string
  readonly url: string
  readonly title: string
  readonly company: string
  readonly department?: string
  /** The primary place first. */
  readonly places: readonly Place[]
  /** The text of the board if no place was recognised. */
  readonly rawPlace?: string
  /** ISO 3166-1 alpha-2 codes of the countries named for remote work. */
  readonly remoteCountries?: readonly string[]
  /** Parts of the world, such as EMEA. */
  readonly worldRegions?: readonly string[]
  readonly workplace?: WorkplaceType
  readonly employment: readonly EmploymentLabel[]
  readonly pay?: Pay
  readonly posted?: string
  /** The board gives a date that is too far ahead for now: it may be read later, though the board says the same. */
  readonly isPostedLater?: true
  readonly closes?: string
  /** Digest of what the board says about the posting. Absent if that is not complete. */
  readonly sourceHash?: string
  /** The description as the board has it, see `releaseText`: foreign markup. */
  readonly body?: string
  /** Digest of the body as plain text. */
  readonly bodyHash?: string
  /** The details could not be fetched: stored details stay. */
  readonly isPartial?: true
  /** The stored details are recent, so none were requested. */
  readonly hasRecentDetails?: true
}

/**
 * A posting about which the board says what it said when it was stored, or a listed page that was not read this time: what
 * is stored of it stays.
 */
export type SamePosting =
  | { readonly type: 'same'; readonly nativeId: string }
  | { readonly type: 'same'; readonly url: string }

/**
 * `incomplete`: rows may be missing. `details`: all rows are there, some without their details. `gone`: the board no
 * longer exists. Without a note the list is complete.
 */
export interface BoardNote {
  readonly type: 'note'
  readonly verdict: 'incomplete' | 'details' | 'gone'
  readonly reason: string
}

/**
 * A row that cannot be read, known by its id or its URL: the posting is not absent. `repeats`: the page describes the
 * posting of another page, with this title. A stored posting with that title has been merged with it and is absent.
 */
export type UnreadableRow =
  | { readonly type: 'listed'; readonly nativeId: string }
  | { readonly type: 'listed'; readonly url: string; readonly repeats?: string }

export type BoardRecord = Posting | SamePosting | BoardNote | UnreadableRow
