/** What callers request as bars, and the stream that they get. */

import type { Bar } from './bar.ts'
import type { BarCount } from './messages.ts'
import type { SymbolInfo } from './symbol-info.ts'

/** Other timeframes require an account with the provider. */
export type Timeframe =
  | '1'
  | '3'
  | '5'
  | '15'
  | '30'
  | '45'
  | '60'
  | '120'
  | '180'
  | '240'
  | '1D'
  | '1W'
  | '1M'
  | (string & Record<never, never>)

export interface BarOptions {
  /** Number of bars of history, at most 5,000. Default: 300. */
  readonly count?: BarCount | undefined
  /** Instead of a count: `r,<from>:<to>` in seconds, or one of `1D 5d 1M 3M YTD 12M 60M ALL`. */
  readonly range?: string | undefined
  /** Whether to stream changes after the history. Default: true. */
  readonly live?: boolean | undefined
  /** An IANA time zone, or `exchange`. */
  readonly timeZone?: string | undefined
  /** Maximum of unread bars; more end the stream. Default: 20,000. */
  readonly bufferMax?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Why there are no older bars: the history of the symbol starts here, or the provider gives no more of it. */
export type HistoryEnd = 'start' | 'limit'

/**
 * A bar with the same time replaces the earlier one. After a reconnect the stream resumes with what changed, without duplicates.
 * Ends when the loop is left, by `return()`, or when the signal aborts.
 */
export interface BarStream extends AsyncIterableIterator<Bar, undefined, undefined> {
  /** Information about the symbol, once it has arrived. */
  readonly info: SymbolInfo | undefined
  /** Undefined while there may be older bars. */
  readonly historyEnd: HistoryEnd | undefined
  /** Fetches older bars, oldest first; fewer than requested, or none, at the end of the history. One call at a time. */
  more(count: number): Promise<readonly Bar[]>
  /** Switches to another symbol or timeframe with the same range; unread bars of the old one are dropped. */
  change(symbol: string, timeframe: Timeframe): void
  switchTimeZone(zone: string): void
  return(): Promise<IteratorReturnResult<undefined>>
}
