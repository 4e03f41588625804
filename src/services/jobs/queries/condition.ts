/** The conditions of a search. */

import type { Point } from '../../../core/places/distance.ts'
import type { DayField, DictionaryField } from '../schema/block.ts'

/** The text of a field contains one of the keys or passes the test; with `isExcluded`, neither. */
export interface TextCondition {
  readonly field: DictionaryField
  readonly keys?: readonly string[]
  has?(value: string): boolean
  readonly isExcluded?: boolean
}

export interface NearCondition {
  readonly near: Point
  readonly radiusMiles: number
}

/** One condition: a text passes, a place is near, or a number is within bounds. */
export type Condition =
  | TextCondition
  | NearCondition
  | { readonly field: DayField; readonly from: number; readonly to: number }
  | { readonly field: 'yearlyPay'; readonly currency: string; readonly from: number; readonly to: number }
