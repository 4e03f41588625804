/** Finds the place in `near`. Of several with the same name, the largest: jobs are everywhere. */

import { type Answer, locate as locatePlace } from '../../../core/places/locate.ts'
import type { ServedPlaces } from '../../../core/places/served-places.ts'

const noPreference: ServedPlaces = {
  kind: 'job',
  byCity: new Map(),
  byCode: new Map(),
  isNearby: () => false,
}

export function locate(near: string): Answer {
  return locatePlace(near, () => noPreference)
}
