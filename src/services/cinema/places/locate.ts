/** Finds the place in `near`, preferring places with theaters. */

import { type Answer, locate as locatePlace } from '../../../core/places/locate.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { theaterPlaces } from './theater-places.ts'

export function locate(near: string, theaters: Theaters): Answer {
  return locatePlace(near, (tables) => theaterPlaces(theaters, tables))
}
