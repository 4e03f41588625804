/** One bar, and the provider’s format of it. */

import { isObject } from './messages.ts'

export interface Bar {
  readonly symbol: string
  readonly timeframe: string
  /** Start, in seconds since 1970. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Missing for instruments without volume. */
  readonly volume: number | undefined
}

/** Invalid rows are skipped. */
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
