/** What `meta` says about the place in `near`. */

import type { Location } from '../../core/places/choose-place.ts'

/** `location`: of `near`, or of coordinates in other parameters. */
export function nearMeta({ near }: { readonly near?: string | undefined }, location: Location | undefined) {
  if (near === undefined || location === undefined) return {}
  const { lat, lon, label, alternatives } = location
  return {
    near: {
      ...(label === undefined ? {} : { place: label }),
      lat: roundDegrees(lat),
      lon: roundDegrees(lon),
      ...(alternatives.length === 0 ? {} : { alternatives }),
    },
  }
}

/** Ten metres are more than enough. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}
