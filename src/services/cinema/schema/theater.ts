/** Theaters. */

import { Type } from 'typebox'
import { CoverageSummary, DataCapabilities, SourceLineage } from './source.ts'

export type Address = Type.Static<typeof Address>
export const Address = Type.Object(
  {
    line1: Type.Optional(Type.String()),
    line2: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    postal_code: Type.Optional(Type.String()),
    country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2.', examples: ['GB'] })),
  },
  { $id: 'Address' },
)

export type Geo = Type.Static<typeof Geo>
export const Geo = Type.Object(
  {
    lat: Type.Number({ format: 'double', minimum: -90, maximum: 90 }),
    lon: Type.Number({ format: 'double', minimum: -180, maximum: 180 }),
  },
  { $id: 'Geo' },
)

export type Theater = Type.Static<typeof Theater>
export const Theater = Type.Object(
  {
    id: Type.String(),
    chain_id: Type.String(),
    name: Type.String(),
    source_theater_id: Type.Optional(Type.String()),
    slug: Type.Optional(Type.String()),
    address: Type.Optional(Address),
    geo: Type.Optional(Geo),
    distance_miles: Type.Optional(
      Type.Number({
        format: 'double',
        minimum: 0,
        description: 'Great-circle distance; only in searches with `near`, or `lat` and `lon`.',
      }),
    ),
    timezone: Type.Optional(Type.String({ description: 'IANA name.', examples: ['Europe/London'] })),
    phone: Type.Optional(Type.String()),
    website_url: Type.Optional(Type.String({ format: 'uri' })),
    amenities: Type.Optional(Type.Array(Type.String())),
    formats: Type.Optional(Type.Array(Type.String())),
    capabilities: Type.Optional(DataCapabilities),
    coverage: Type.Optional(CoverageSummary),
    source_lineage: Type.Optional(SourceLineage),
  },
  { $id: 'Theater' },
)

export type PlaceSuggestion = Type.Static<typeof PlaceSuggestion>
export const PlaceSuggestion = Type.Object(
  {
    near: Type.String({ description: 'Accepted as `near`.', examples: ['London, United Kingdom'] }),
    theaters: Type.Integer({ minimum: 0, description: 'Number of theaters in the city, or near the place.' }),
    lat: Type.Number({ format: 'double' }),
    lon: Type.Number({ format: 'double' }),
  },
  { additionalProperties: false, $id: 'PlaceSuggestion' },
)
