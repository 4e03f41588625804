/** The places that a service has data about. They are preferred to others of the same name. */

import type { Candidate } from './candidate.ts'
import type { Point } from './distance.ts'

export interface AddressPoint {
  /** ISO 3166-1 alpha-2 code; empty if it is not known. */
  readonly country: string
  readonly point: Point
}

export interface ServedPlaces {
  /** What is at these places, in the singular: `theater`. */
  readonly kind: string
  /** Also by the usual name: a theater in Praha is in Prague. */
  readonly byCity: ReadonlyMap<string, readonly Candidate[]>
  /** By the code without spaces and hyphens. */
  readonly byCode: ReadonlyMap<string, readonly AddressPoint[]>
  isNearby(point: Point): boolean
}

export function toCodeKey(code: string): string {
  return code.replace(/[\s-]+/g, '').toLowerCase()
}
