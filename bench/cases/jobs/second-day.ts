import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'

const share = 0.03
/** By then every board is due again. */
const dayMs = 27 * 3_600_000
/** The hour at which the first day begins, UTC: neither day ends while it is measured. */
const firstHour = 8

interface Day {
  readonly records: number
  readonly written: number
  readonly removed: number
  readonly processSeconds: number
  readonly threadSeconds: number
}

/** Once, whatever the rounds: a first day happens once. */
export const bench: Case = {
  name: 'jobs second day',
  description: `a second sync of ${share * 100} % of all boards in the registry, against the first; once`,
  threshold: { below: 0.15 },
  async measure() {
    const aheadMs = untilHour(firstHour)
    await using world = await Child.start<{ origin: string }>('jobs/job-world.ts', [String(aheadMs)])
    await using ours = await Child.start<object>('jobs/sync-days.ts', [
      world.ready.origin,
      String(share),
      String(aheadMs),
    ])
    const first = await ours.request<Day>(0)
    await world.request(dayMs)
    const second = await ours.request<Day>(dayMs)
    return {
      value: second.threadSeconds / first.threadSeconds,
      unit: '×',
      ours: describe(second),
      baseline: `${describe(first)}, ${Math.round(first.records / first.threadSeconds)} postings/s`,
      rounds: [first, second],
    }
  },
}

function describe({ records, written, removed, threadSeconds, processSeconds }: Day): string {
  return `${threadSeconds.toFixed(1)} s (process ${processSeconds.toFixed(1)} s), ${written + removed} of ${records}`
}

/** Milliseconds until that hour of the next day, UTC. */
function untilHour(hour: number): number {
  const tomorrow = Math.floor(Date.now() / 86_400_000) + 1
  return tomorrow * 86_400_000 + hour * 3_600_000 - Date.now()
}
