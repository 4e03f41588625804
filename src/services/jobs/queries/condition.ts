/** The conditions of a search. */

import type { Point } from '../../../core/places/distance.ts'
import type { DayField, DictionaryField } from '../schema/block.ts'

/** The text of a field has one of the keys, see `lookupKeys`; with `isExcluded`, none. */
export interface TextCondition {
  readonly field: DictionaryField
  readonly keys: readonly string[]
  readonly isExcluded?: boolean
}

export interface NearCondition {
  readonly near: Point
  readonly radiusMiles: number
}

/** One condition: a text has a key, a place is near, or a number is within bounds. */
export type Condition =
  | TextCondition
  | NearCondition
  | { readonly field: DayField; readonly from: number; readonly to: number }
  | { readonly field: 'yearlyPay'; readonly currency: string; readonly from: number; readonly to: number }
