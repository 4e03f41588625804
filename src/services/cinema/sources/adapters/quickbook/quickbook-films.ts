/** The films of Quickbook: described by the day that shows them, or by a request of their own. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import type { MovieRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { nullish, nullishNumber, nullishText, unknownRows } from '../../field-schemas.ts'
import { bodiesOf } from '../../field-values.ts'
import { addMovie, toMovieRecord } from '../../records/movie-record.ts'

const FilmShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  length: nullishNumber,
  posterLink: nullishText,
  releaseDate: nullishText,
  attributeIds: nullish(Type.Array(Type.String())),
})
const isFilm = typeGuard(FilmShape)

export type Events = Type.Static<typeof Events>
export const Events = Type.Object({ body: Type.Object({ films: unknownRows, events: unknownRows }) })

type Details = Type.Static<typeof Details>
export const Details = Type.Object({
  body: Type.Object({
    filmDetails: Type.Object({
      id: Type.String({ minLength: 1 }),
      name: Type.String(),
      originalName: nullishText,
      length: nullishNumber,
      posterLink: nullishText,
      cast: nullishText,
      directors: nullishText,
      synopsis: nullishText,
      dateStarted: nullishText,
      ageRestrictionName: nullishText,
      categoriesAttributes: nullish(Type.Array(Type.String())),
    }),
  }),
})

const ratings = /^(?:u|pg|12|12a|15|18|r18|tbc|g|r|nc-?17|pg-?13|\d{1,2}-plus|suitable-for-all)$/i

/** What else stands among the attributes: whether there is no rating yet, and the genres of the film. */
const genres: ReadonlySet<string> = new Set([
  'action',
  'adventure',
  'animation',
  'biography',
  'comedy',
  'crime',
  'documentary',
  'drama',
  'family',
  'fantasy',
  'history',
  'horror',
  'music',
  'musical',
  'mystery',
  'romance',
  'sci-fi',
  'sport',
  'thriller',
  'war',
  'western',
])

/** `15-plus` is written as `15+`. */
function ratingIn(attributes: readonly string[]): string | undefined {
  const rating = attributes.find((attribute) => ratings.test(attribute))
  if (rating === undefined) return undefined
  return rating === 'suitable-for-all' ? 'Suitable for all' : rating.replace(/-plus$/, '+').toUpperCase()
}

export function isFormat(attribute: string): boolean {
  return !ratings.test(attribute) && !genres.has(attribute) && attribute !== 'na'
}

export function toMovies(
  responses: readonly ParsedResponse[],
  { drop }: MapContext<CinemaMember>,
): Map<string, MovieRecord> {
  const films = new Map<string, MovieRecord>()
  for (const { body } of bodiesOf<Details>(responses, 'details')) {
    const details = body.filmDetails
    const movie = toMovieRecord({
      film: details.id.toLowerCase(),
      title: details.name,
      originalTitle: details.originalName,
      runtimeMinutes: details.length,
      poster: details.posterLink,
      cast: details.cast?.split(',') ?? [],
      directors: details.directors?.split(',') ?? [],
      synopsis: details.synopsis,
      releaseOn: details.dateStarted,
      rating: details.ageRestrictionName?.toUpperCase(),
      genres: details.categoriesAttributes ?? [],
    })
    addMovie(films, movie)
  }
  for (const row of bodiesOf<Events>(responses, 'events').flatMap(({ body }) => body.films)) {
    if (!isFilm(row)) {
      drop('not a film')
      continue
    }
    if (films.has(row.id.toLowerCase())) continue
    const movie = toMovieRecord({
      film: row.id.toLowerCase(),
      title: row.name,
      runtimeMinutes: row.length,
      poster: row.posterLink,
      releaseOn: row.releaseDate,
      rating: ratingIn(row.attributeIds ?? []),
      genres: (row.attributeIds ?? []).filter((attribute) => genres.has(attribute)),
    })
    addMovie(films, movie)
  }
  return films
}
