/** Chooses one of several places with the same name or postal code. */

import { defined } from '../defined.ts'
import { type Candidate, labelOf } from './candidate.ts'
import { milesBetween, type Point } from './distance.ts'
import type { PlaceTables } from './place-tables.ts'
import type { ServedPlaces } from './served-places.ts'

export interface Location extends Point {
  /** What was found; undefined for coordinates. */
  readonly label?: string
  /** Why it was chosen, if that is not evident: a sentence for a warning. */
  readonly reason?: string
  /** What else it could be: values for `near`. */
  readonly alternatives: readonly string[]
}

/** The default radius of a search: a place that is chosen for what is nearby has some of it in the response. */
export const nearbyMiles = 25
const candidatesMax = 100
const alternativesMax = 5

/** A place in an address is preferred to larger ones, but not to one so much larger that it must be meant. */
const addressRatio = 30
/** A place that just has something nearby is preferred to one without, unless that is so much larger. */
const nearbyRatio = 3
/** Of a place in an address whose inhabitants are not known: a small town or a part of a city. */
const populationOfUnknown = 20_000

interface Ranked {
  readonly candidate: Candidate
  readonly population: number
  readonly isServed: boolean
  /** 2: in an address, 1: with something nearby, 0: other. */
  readonly rank: number
}

/** The best first. */
export function rankPlaces(candidates: readonly Candidate[], places: ServedPlaces): Ranked[] {
  const largest = Math.max(0, ...candidates.map(populationOf))
  return candidates
    .toSorted((one, other) => other.addresses - one.addresses || other.population - one.population)
    .slice(0, candidatesMax)
    .map((candidate) => {
      const population = populationOf(candidate)
      const isServed = places.isNearby(candidate.point)
      const isNamed = candidate.addresses > 0 && population * addressRatio >= largest
      const isNearby = isServed && population * nearbyRatio >= largest
      return { candidate, population, isServed, rank: isNamed ? 2 : isNearby ? 1 : 0 }
    })
    .sort(
      (one, other) =>
        other.rank - one.rank ||
        other.population - one.population ||
        other.candidate.addresses - one.candidate.addresses,
    )
}

function populationOf({ population, addresses }: Candidate): number {
  return population === 0 && addresses > 0 ? populationOfUnknown : population
}

export function choosePlace(
  candidates: readonly Candidate[],
  places: ServedPlaces,
  tables: PlaceTables,
): Location | undefined {
  const ranked = rankPlaces(candidates, places)
  const [chosen] = ranked
  if (chosen === undefined) return undefined
  const { candidate, population } = chosen
  const label = labelOf(candidate, tables)
  const others = ranked.filter((other) => milesBetween(other.candidate.point, candidate.point) > nearbyMiles)
  const labels = new Set(others.map((other) => labelOf(other.candidate, tables)))
  labels.delete(label)
  const isCode = candidates.every((one) => one.population === 0 && one.region === undefined)
  const larger = others
    .filter((other) => other.population > population)
    .sort((one, other) => other.population - one.population)[0]
  return defined<Location>({
    ...candidate.point,
    label,
    reason: isCode
      ? codeReason(chosen, labels, places)
      : larger && largerReason(chosen, larger, places, tables),
    alternatives: [...labels].slice(0, alternativesMax),
  })
}

function codeReason(
  { candidate }: Ranked,
  others: ReadonlySet<string>,
  { kind }: ServedPlaces,
): string | undefined {
  if (candidate.addresses === 0 || others.size === 0) return undefined
  return `A ${kind} has the postal code ${candidate.name}, so its country was chosen.`
}

function largerReason(chosen: Ranked, larger: Ranked, { kind }: ServedPlaces, tables: PlaceTables): string {
  const [place, other] = [chosen, larger].map(({ candidate }) => labelOf(candidate, tables))
  return larger.isServed
    ? `${place} was chosen because it is in the address of a ${kind}; ${other} is larger.`
    : `There are no ${kind}s near ${other}, so ${place} was chosen.`
}
