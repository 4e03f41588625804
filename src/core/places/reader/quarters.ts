/** Large cities by the names of their parts: `Berlin Kreuzberg`, `North Sydney`. */

import { milesBetween } from '../distance.ts'
import { type City, citiesNamed } from '../gazetteer.ts'
import { placeKey } from '../place-key.ts'

/** A city and what is this near to it are one place. */
export const sameCityMiles = 30
const sizeRatio = 3
const largeFrom = 200_000

/** `Kreuzberg` of `Berlin`, even if it has more inhabitants than most cities. */
export function isPartOf(part: City, whole: City): boolean {
  return (
    part.country === whole.country &&
    part.region === whole.region &&
    part.population * sizeRatio <= whole.population &&
    milesBetween(part, whole) <= sameCityMiles
  )
}

/** The large city whose name is in that of its part: `Stuttgart Feuerbach`. Otherwise the part itself. */
export function wholeOf(part: City, key: string): City {
  return largeCitiesWithin(key).find((city) => isPartOf(part, city)) ?? part
}

const numberPattern = /\d|(?<!\p{L})[IVX]+\./u
const sidePattern = /^(?:north|south|east|west) /
const centrePattern = / (?:centro|centre|center|centrum|zentrum|mitte)$/

/**
 * The cities that a name of several words means, of those that have the name: the large city that the words begin or end with, if a part of
 * it is called so besides (`Berlin Kreuzberg` is Kreuzberg), or if the place has no known inhabitants.
 */
export function citiesOfQuarters(key: string, cities: readonly City[]): readonly City[] {
  if (!key.includes(' ')) return cities
  const areUnknown = cities.every((city) => city.population === 0)
  // `Santiago Centro` is that of Santiago, rather than a village in Mexico.
  if (centrePattern.test(key)) {
    const large = largeCitiesWithin(key)
    if (large.length > 0) return large
  }
  return cities.flatMap((city) => {
    // `Budapest XIII. kerület` has a number, as no city has.
    if (placeKey(city.name) !== key || numberPattern.test(city.name)) return wholeOf(city, key)
    if (city.population > 0) return city
    const whole = wholeOf(city, key)
    if (!sidePattern.test(key)) return whole === city ? city : [city, whole]
    // `North Sydney` is a town in Nova Scotia that few people know.
    return areUnknown ? [city, ...largeCitiesWithin(key).filter((large) => large !== whole)] : city
  })
}

function largeCitiesWithin(key: string): City[] {
  const words = key.split(' ')
  for (let length = words.length - 1; length > 0; length--)
    for (const name of [words.slice(0, length).join(' '), words.slice(-length).join(' ')]) {
      const cities = citiesNamed(name).filter(
        (city) => city.population >= largeFrom && placeKey(city.name) === name,
      )
      if (cities.length > 0) return cities
    }
  return []
}
