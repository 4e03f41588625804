/** What can be true of the postings of a board. */

import { toInstant } from '../../../core/clock.ts'
import type { Plausibility } from '../../../sync/plausibility.ts'
import type { BoardRecord } from '../schema/records.ts'

const dayMs = 86_400_000
const amount = [0, 1e12] as const

export const jobsPlausibility: Plausibility<BoardRecord> = {
  textMax: 500,
  texts: { nativeId: 300, url: 4000, reason: 4000, body: 1_000_000 },
  numbers: { min: amount, max: amount },
  listMax: 2000,
  open({ capturedAt }) {
    const latestDay = toInstant(capturedAt + 2 * dayMs).slice(0, 10)
    return {
      findDoubt(record) {
        if (record.type !== 'posting') return undefined
        return (record.posted ?? '') > latestDay ? 'posted in the future' : undefined
      },
      replace: (record) =>
        record.type === 'posting' ? { type: 'listed', nativeId: record.nativeId } : undefined,
    }
  },
}
