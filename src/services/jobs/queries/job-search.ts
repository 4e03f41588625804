/** What searches postings: the interface that every way of finding and counting them implements. */

import type { Kysely } from 'kysely'
import type { DayField, DictionaryField } from '../schema/block.ts'
import type { JobsReadModelTables } from '../schema/tables.ts'
import type { Understood } from '../schema/understood.ts'
import type { Condition } from './condition.ts'
import type { ParsedQuery } from './words/parse-query.ts'

export interface JobSearch {
  /**
   * Finds and counts postings in one state of them. `read`: a snapshot of the read model, in which the rows and labels of what was
   * found are read afterwards.
   */
  find(read: Kysely<JobsReadModelTables>, query: JobQuery, wanted: Wanted): Promise<FoundPostings>
  /** The most frequent titles of listed postings; equally frequent ones in the order of their bytes. */
  readTitles(limit: number): Promise<readonly TitleCount[]>
}

export interface JobQuery {
  readonly active: boolean
  readonly conditions: readonly Condition[]
  readonly text?: ParsedQuery | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Wanted {
  /** Of the first postings after the cursor. */
  readonly order?: JobOrder | undefined
  /** The fields to count by. */
  readonly fields: ReadonlySet<DictionaryField>
  /** The days to count by. */
  readonly days?: readonly DayField[] | undefined
}

export type JobOrder = OrderRange &
  ({ readonly by: DayField | 'relevance' | 'distance' } | { readonly by: 'pay'; readonly currency: string })

/** Descending by the number of the day, by relevance or by yearly pay, or the nearest first; then by id. */
interface OrderRange {
  /** The last row of the previous page. */
  readonly after: { readonly rank: number; readonly id: string } | undefined
  readonly limit: number
}

export interface FoundPostings {
  readonly total: number
  /** How the words of the query were understood; undefined without words. */
  readonly understood?: Understood | undefined
  /** In order. */
  readonly rows: readonly FoundPosting[]
  /** `toKeys`: what a text of the field counts for, if not for all its keys. */
  countByKey(field: DictionaryField, toKeys?: TextKeys): KeyCounts
  /** The number of postings by day, in the order of `days`. */
  readonly countsByDay: readonly Uint32Array[]
}

export interface FoundPosting {
  readonly slot: number
  /** If another posting may have the slot by now. */
  readonly id?: string
  readonly rank: number
  /** From the place of the search, if it has one. */
  readonly miles: number | undefined
}

/** What the text of a field counts for. */
export type TextKeys = (text: string) => Iterable<string>

export interface KeyCounts {
  /** Number of postings per key. */
  readonly byKey: ReadonlyMap<string, number>
  /** Number of postings that count for none. */
  readonly notStated: number
}

export interface TitleCount {
  readonly title: string
  readonly count: number
}
