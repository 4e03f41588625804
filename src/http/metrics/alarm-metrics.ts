/** Counts open alarms by kind, for those who watch several servers. */

import type { Metrics } from './metrics.ts'

/** `kinds`: also those without an alarm, so that a rule sees a 0. */
export function addAlarmMetrics(
  metrics: Metrics,
  kinds: readonly string[],
  read: () => Promise<readonly { readonly kind: string }[]>,
): void {
  metrics.collectedGauge(
    'broadsheet_alarms',
    'Open alarms by kind, muted ones included.',
    ['kind'],
    async () => {
      const alarms = await read()
      return kinds.map((kind) => ({
        labels: { kind },
        value: alarms.filter((alarm) => alarm.kind === kind).length,
      }))
    },
  )
}
