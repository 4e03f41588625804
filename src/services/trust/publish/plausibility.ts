/** What can be true of the rows of a trust center. */

import { findImplausibleValue, type Plausibility } from '../../../sync/plausibility.ts'
import { textMax } from '../normalise/items.ts'
import type { Item, TrustRecord } from '../schema/records.ts'

const yearMs = 366 * 86_400_000

const values = {
  textMax,
  texts: { key: 8000, reason: 20_000 },
  numbers: {},
  listMax: 25_000,
} as const

export const trustPlausibility: Plausibility<TrustRecord> = {
  ...values,
  open({ capturedAt }) {
    const isOutOfRange = (day: unknown, years: number) =>
      typeof day === 'string' &&
      (day < '1970' || day > new Date(capturedAt + years * yearMs).toISOString().slice(0, 10))
    const isDoubtful = ({ facts }: Item) =>
      isOutOfRange(facts.published_at, 1) ||
      isOutOfRange(facts.updated_at, 1) ||
      isOutOfRange(facts.expires_on, 30)
    return {
      findDoubt(record) {
        const isHeld =
          (record.type === 'read' && record.items.some(isDoubtful)) ||
          (record.type === 'listing' && isOutOfRange(record.listed_on, 1))
        return isHeld ? 'a date is out of range' : undefined
      },
      /** Without the rows in question, which are then not absent. */
      replace(record) {
        if (record.type === 'listing') return { ...record, listed_on: null }
        if (record.type !== 'read') return undefined
        const incomplete = new Set(record.incomplete)
        const items = record.items.filter((item) => {
          const isPlausible = !isDoubtful(item) && findImplausibleValue(item, values) === undefined
          if (!isPlausible) incomplete.add(item.surface)
          return isPlausible
        })
        return { ...record, items, incomplete: [...incomplete] }
      },
    }
  },
}
