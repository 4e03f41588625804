/** How far behind the market the rows of a scan are, as their `update_mode` says. */

import { textOrNull } from '../gateway/json-guards.ts'
import type { Delay } from '../products/product.ts'
import type { Scan } from './scan-response.ts'

/** Nothing where the column was not asked for, or says nothing. */
export function toDelay(columns: readonly string[], rows: Scan['rows']): { delay?: Delay } {
  const at = columns.lastIndexOf('update_mode')
  const modes = [...new Set(rows.flatMap(({ cells }) => textOrNull(cells[at]) ?? []))].sort()
  if (modes.length === 0) return {}
  const delays = modes.map(delaySeconds)
  const delay_seconds_max = delays.some(Number.isNaN)
    ? null
    : delays.reduce((most, delay) => Math.max(most, delay))
  return { delay: { update_modes: modes, delay_seconds_max } }
}

/** `delayed_streaming_900`: fifteen minutes behind. */
function delaySeconds(mode: string): number {
  return Number(/^delayed_\w*?(\d+)$/.exec(mode)?.[1] ?? (mode === 'streaming' ? 0 : Number.NaN))
}
