/** The place of a job in one line: of several, the one that a search is about. */

import { countryName, parseCountry } from '../../../../core/places/countries.ts'
import { parseValues } from '../../../../core/text/filter-values.ts'
import { foldPlace } from '../../normalise/fold.ts'
import type { JobFilter } from '../../queries/filters.ts'
import type { JobPosting } from '../../schema/job-posting.ts'

type JobPlace = JobPosting['places'][number]
type PlaceSearch = Pick<JobFilter, 'q' | 'near' | 'city' | 'region' | 'country'>

/** `London, United Kingdom and 2 more places`. Without a search, or if no place has its words, the first place. */
export function placeText(
  { location, places }: Pick<JobPosting, 'location' | 'places'>,
  search: PlaceSearch = {},
): string {
  const [first, ...others] = places
  if (first === undefined || others.length === 0) return location
  const words = wordsOf(search)
  const best = places.reduce(
    (found, place) => {
      const matched = countMatches(place, words)
      return matched > found.matched ? { place, matched } : found
    },
    { place: first, matched: 0 },
  )
  return `${formatJobPlace(best.place)} and ${others.length} more place${others.length === 1 ? '' : 's'}`
}

/** All places of a job. */
export function allPlacesText({ location, places }: Pick<JobPosting, 'location' | 'places'>): string {
  return places.length < 2 ? location : places.map(formatJobPlace).join('; ')
}

function formatJobPlace({ city, region, country }: JobPlace): string {
  return [city, region, country].filter(Boolean).join(', ')
}

function wordsOf({ q = '', near = '', city, region, country }: PlaceSearch): Set<string> {
  const included = (text = '') => parseValues(text).included
  const countries = included(country).map((value) => countryName(parseCountry(value) ?? '') ?? value)
  return new Set([q, near, ...included(city), ...included(region), ...countries].flatMap(splitWords))
}

function splitWords(text: string): string[] {
  return foldPlace(text)
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
}

/** A search may state the beginning of a word. */
function countMatches(place: JobPlace, words: ReadonlySet<string>): number {
  const own = splitWords(`${formatJobPlace(place)} ${place.region_code ?? ''}`)
  return [...words].filter((word) => own.some((each) => each.startsWith(word))).length
}
