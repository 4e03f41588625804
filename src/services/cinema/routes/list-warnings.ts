/** What `meta.warnings` says about a list: why the place in `near` was chosen, and why there are no rows. */

import type { Location } from '../../../core/places/choose-place.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import { unknownValue } from '../../../http/response/unknown-value.ts'
import { type CinemaContext, isStillCollecting } from '../cinema-context.ts'
import { foldText } from '../normalise/fold-text.ts'
import type { IndexedTheater, Theaters } from '../queries/theater-index.ts'
import type { Address, Warning } from '../schema/index.ts'

interface PlaceQuery {
  readonly radius_miles: number
}

export async function placeWarnings(
  cinema: CinemaContext,
  { radius_miles }: PlaceQuery,
  location: Location | undefined,
  theaters: Theaters,
): Promise<Warning[]> {
  if (location === undefined) return []
  const warnings = chosenPlaceWarnings(location)
  const nearest = nearestBeyond(radius_miles, location, theaters)
  if (nearest === undefined) return warnings
  const message = `${nearest.text} Use a larger radius_miles or another place.`
  const collecting = await collectingWarnings(cinema, theaters)
  return [...warnings, { code: 'no_theaters_nearby', message }, ...collecting]
}

export function chosenPlaceWarnings({ reason, alternatives }: Location): Warning[] {
  if (reason === undefined) return []
  return [{ code: 'other_place_chosen', message: `${reason} The alternatives: ${alternatives.join('; ')}.` }]
}

export interface NearestTheater {
  readonly text: string
  /** A radius that includes it. */
  readonly miles: number
}

/** The nearest theater; undefined if there is one within the radius. */
export function nearestBeyond(
  radiusMiles: number,
  location: Location,
  theaters: Theaters,
): NearestTheater | undefined {
  const nearest = theaters.nearest(location)
  if (nearest === undefined || nearest.miles <= radiusMiles) return undefined
  const miles = toMiles(nearest.miles)
  const place = location.label ?? 'this point'
  const text = `No theater is within ${radiusMiles} miles of ${place}. The nearest is ${miles.toLocaleString('en')} miles away: ${nearest.theater.name}.`
  return { text, miles }
}

/** Rounded up, so that the number works as `radius_miles`. */
function toMiles(miles: number): number {
  return miles < 10 ? Math.ceil(miles * 10) / 10 : Math.ceil(miles)
}

/** Parameters that select theaters. */
export interface TheaterQuery {
  readonly chain_id?: string | undefined
  readonly theater_id?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly postal_code?: string | undefined
}

const addressFields = { city: 'city', state: 'state', postal_code: 'postalCode' } as const

/** None before there are theaters to compare with. */
export async function unknownFilters(
  cinema: CinemaContext,
  theaters: Theaters,
  filters: TheaterQuery,
): Promise<Warning[]> {
  if (theaters.byId.size === 0) return []
  const { chain_id, theater_id } = filters
  const warnings: Warning[] = []
  const chains = cinema.directory.chains.map(({ id }) => id)
  for (const id of valuesIn(chain_id))
    if (!chains.includes(id)) warnings.push(unknownValue('chain_id', id, chains))
  for (const id of valuesIn(theater_id))
    if (!theaters.byId.has(id)) warnings.push(unknownValue('theater_id', id, []))
  for (const parameter of ['city', 'state', 'postal_code'] as const) {
    const values = valuesIn(filters[parameter])
    if (values.length === 0) continue
    const field = addressFields[parameter]
    const written = new Map(theaters.ordered.map((theater) => [theater[field], theater]))
    for (const value of values) {
      if (written.has(foldText(value))) continue
      const spell = (folded: string) => writtenPart(written.get(folded), parameter)
      warnings.push(unknownValue(parameter, value, written.keys(), { spell }))
    }
  }
  if (warnings.length > 0) warnings.push(...(await collectingWarnings(cinema, theaters)))
  return warnings
}

/** Also those to exclude. */
function valuesIn(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  const { included, excluded } = parseValues(text)
  return [...included, ...excluded]
}

/** The index has folded texts. */
function writtenPart(theater: IndexedTheater | undefined, part: keyof Address): string | undefined {
  if (theater === undefined) return undefined
  return (JSON.parse(theater.doc) as { readonly address?: Address }).address?.[part]
}

async function collectingWarnings(cinema: CinemaContext, theaters: Theaters): Promise<Warning[]> {
  if (!(await isStillCollecting(cinema, theaters))) return []
  const message = 'Theaters are still being collected for the first time; try again in a minute.'
  return [{ code: 'still_collecting', message }]
}
