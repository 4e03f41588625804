/** A movie: one work with all its listings. */

import { Type } from 'typebox'
import { day } from '../../../http/openapi/fields.ts'
import { MetadataGrade } from './enums.ts'
import { SourceLineage } from './source.ts'

export type MovieAlias = Type.Static<typeof MovieAlias>
export const MovieAlias = Type.Object(
  {
    source: Type.String(),
    type: Type.String({ description: 'Kind of alias.', examples: ['source_movie_id', 'title'] }),
    value: Type.String(),
  },
  { $id: 'MovieAlias' },
)

export type MovieImages = Type.Static<typeof MovieImages>
export const MovieImages = Type.Object(
  {
    poster: Type.Optional(Type.String({ format: 'uri' })),
    backdrop: Type.Optional(Type.String({ format: 'uri' })),
    thumbnail: Type.Optional(Type.String({ format: 'uri' })),
  },
  { $id: 'MovieImages' },
)

export type Movie = Type.Static<typeof Movie>
export const Movie = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    aliases: Type.Optional(Type.Array(MovieAlias)),
    original_title: Type.Optional(Type.String()),
    release_date: Type.Optional(day()),
    runtime_minutes: Type.Optional(Type.Integer({ minimum: 1 })),
    rating: Type.Optional(Type.String()),
    rating_reason: Type.Optional(Type.String()),
    genres: Type.Optional(Type.Array(Type.String())),
    synopsis: Type.Optional(Type.String()),
    images: Type.Optional(MovieImages),
    cast: Type.Optional(Type.Array(Type.String())),
    directors: Type.Optional(Type.Array(Type.String())),
    distributors: Type.Optional(Type.Array(Type.String())),
    metadata_grade: Type.Optional(MetadataGrade),
    source_lineage: Type.Optional(SourceLineage),
  },
  { $id: 'Movie' },
)
