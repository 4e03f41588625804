/** What can be true of a notice. */

import { toInstant } from '../../../core/clock.ts'
import type { Plausibility } from '../../../sync/plausibility.ts'
import type { TownRecord } from '../schema/notice.ts'

const dayMs = 86_400_000

export const noticesPlausibility: Plausibility<TownRecord> = {
  textMax: 1000,
  texts: { body: 100_000 },
  numbers: {},
  listMax: 0,
  open({ capturedAt }) {
    const earliestDay = toInstant(capturedAt - 20 * 366 * dayMs).slice(0, 10)
    const latestDay = toInstant(capturedAt + 366 * dayMs).slice(0, 10)
    const isOutOfRange = (day: string) => day < earliestDay || day > latestDay
    return {
      findDoubt(record) {
        if ('isListed' in record) return undefined
        const { published_on, updated_at = published_on } = record
        return [published_on, updated_at.slice(0, 10)].some(isOutOfRange)
          ? 'a date is out of range'
          : undefined
      },
      replace: ({ id }) => ({ id, isListed: true }),
    }
  },
}
