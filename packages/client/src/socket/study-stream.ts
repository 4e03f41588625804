/** What callers request as a study, and the stream that they get. */

import type { BarOptions, HistoryEnd } from './bar-stream.ts'
import type { StudyPoint } from './study.ts'
import type { SymbolInfo } from './symbol-info.ts'

export type StudyOptions = Pick<BarOptions, 'count' | 'range' | 'live' | 'bufferMax' | 'signal'>

/**
 * A point for each bar, oldest first, then every change: one with the same time replaces the earlier one. After a reconnect
 * the stream resumes with what changed, without duplicates. Ends when the loop is left, by `return()`, or when the signal aborts.
 */
export interface StudyStream<Plot extends string = string>
  extends AsyncIterableIterator<StudyPoint<Plot>, undefined, undefined> {
  /** Information about the symbol, once it has arrived. */
  readonly info: SymbolInfo | undefined
  /** Why there are no older bars; undefined while there may be some. */
  readonly historyEnd: HistoryEnd | undefined
  return(): Promise<IteratorReturnResult<undefined>>
}
