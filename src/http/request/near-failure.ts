/** The errors of `near`. */

import { Failure } from '../../core/errors.ts'
import { parseCoordinates } from '../../core/places/coordinates.ts'
import type { UnknownPlace } from '../../core/places/locate.ts'
import { quote } from './query-string.ts'

const expected = 'a city such as Leeds or Portland, OR, a postal code, or lat,lon'

export function unknownPlace(near: string, { suggestions, isArea }: UnknownPlace): Failure {
  const hint = isArea
    ? ' It is a region or a country; name a city in it.'
    : suggestions.length === 0
      ? ` Enter ${expected}.`
      : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
  return new Failure('invalid_request', `Unknown place ${quote(near)}.${hint}`, {
    details: {
      parameter: 'near',
      expected,
      ...(suggestions.length === 0 ? {} : { suggestions }),
    },
  })
}

/** Throws `invalid_request` for coordinates out of range. */
export function requireOnGlobe(near: string): void {
  const point = parseCoordinates(near)
  if (point === undefined) return
  const check = (name: string, degrees: number, max: number) => {
    if (Math.abs(degrees) <= max) return
    const message = `The ${name} in "near" is ${degrees}; it must be between -${max} and ${max}.`
    throw new Failure('invalid_request', message, {
      details: { parameter: 'near', expected: `lat,lon with a ${name} between -${max} and ${max}` },
    })
  }
  check('latitude', point.lat, 90)
  check('longitude', point.lon, 180)
}
