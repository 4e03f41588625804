/** One bar, and how the provider writes it. */

import { isObject } from './messages.ts'

export interface Bar {
  readonly symbol: string
  readonly timeframe: string
  /** When it begins, in seconds since 1970. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Missing where nothing is counted. */
  readonly volume: number | undefined
}

/** Rows that are none are left out. */
export function parseBars(rows: unknown, symbol: string, timeframe: string): Bar[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => {
    const values: unknown = isObject(row) ? row.v : undefined
    if (!Array.isArray(values)) return []
    const [time, open, high, low, close, volume] = values
    if (![time, open, high, low, close].every(Number.isFinite)) return []
    return [
      {
        symbol,
        timeframe,
        time,
        open,
        high,
        low,
        close,
        volume: Number.isFinite(volume) ? volume : undefined,
      },
    ]
  })
}
