/** How far the rows of a scan lag behind the market, according to their `update_mode`. */

import { textOrNull } from '../gateway/json-guards.ts'
import type { Scan } from './scan-response.ts'

/** The provider's longest mode has 32 characters. */
const modeCharactersMax = 64

/** Empty if no row has an `update_mode`. */
export function toDelay({ columns, rows }: Scan): {
  delay?: { update_modes: string[]; delay_seconds_max: number | null }
} {
  const index = columns.lastIndexOf('update_mode')
  const found = new Set<string>()
  for (const { cells } of rows) {
    const mode = toMode(cells[index])
    if (mode !== null) found.add(mode)
  }
  if (found.size === 0) return {}
  const modes = [...found].sort()
  const delays = modes.map(delaySeconds)
  const delay_seconds_max = delays.some(Number.isNaN)
    ? null
    : delays.reduce((max, delay) => Math.max(max, delay))
  return { delay: { update_modes: modes, delay_seconds_max } }
}

function toMode(cell: unknown): string | null {
  const mode = textOrNull(cell)
  return mode !== null && mode.length > modeCharactersMax ? 'unknown' : mode
}

/** `delayed_streaming_900` lags 900 seconds. */
export function delaySeconds(mode: string): number {
  return Number(/^delayed_(?:\w*[^\W\d])?(\d+)$/.exec(mode)?.[1] ?? (mode === 'streaming' ? 0 : Number.NaN))
}
