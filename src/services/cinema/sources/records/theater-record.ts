/** The record of a theater, from the registry and the fields of a platform. */

import { defined, nonEmpty } from '../../../../core/defined.ts'
import { withoutRepeatedLine } from '../../normalise/without-repeated-line.ts'
import type { Address, Geo } from '../../schema/index.ts'
import type { TheaterRecord } from '../../schema/records.ts'
import type { CinemaMember } from '../cinema-member.ts'
import { absoluteUrl, cleanText, slugify, type Text } from '../field-values.ts'

export interface TheaterInput {
  readonly name?: Text
  readonly timezone?: string | undefined
  /** Dropped if the numbers are no coordinates. */
  readonly geo?: { readonly lat: unknown; readonly lon: unknown } | undefined
  readonly phone?: Text
  readonly websiteUrl?: Text
  readonly amenities?: readonly string[]
  readonly isPartial?: boolean
  readonly address?: { readonly [Field in Exclude<keyof Address, 'country'>]?: Text }
}

/** A theater as the platform lists it. */
export interface ListedTheater extends TheaterInput {
  readonly site: string
  /** What a request for it needs besides. */
  readonly options?: Readonly<Record<string, string>>
}

/** The member's address wins over the platform's; other fields of the platform win over the member's. */
export function toTheaterRecord(member: CinemaMember, input: TheaterInput = {}): TheaterRecord {
  const name = cleanText(input.name) ?? member.name
  const { line1, line2, city, state, postal_code } = input.address ?? {}
  const address = defined<Address>({
    line1: cleanText(line1),
    line2: cleanText(line2),
    city: cleanText(city),
    state: cleanText(state),
    postal_code: cleanText(postal_code),
  })
  return defined<TheaterRecord>({
    type: 'theater',
    site: member.site,
    name,
    slug: slugify(name),
    address: withoutRepeatedLine({ ...address, ...member.address }),
    geo: toGeo(input.geo) ?? member.geo,
    timezone: input.timezone ?? member.timezone,
    phone: cleanText(input.phone) ?? member.phone,
    websiteUrl: absoluteUrl(input.websiteUrl) ?? member.website,
    amenities: nonEmpty(input.amenities),
    isPartial: input.isPartial || undefined,
    rawIds: { site: member.site },
  })
}

/** From numbers or text; undefined outside of the globe. */
function toGeo({ lat, lon }: { lat?: unknown; lon?: unknown } = {}): Geo | undefined {
  const [latitude, longitude] = [lat, lon].map((value) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
      ? Number(value)
      : Number.NaN,
  ) as [number, number]
  const isOnGlobe = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  // Platforms write 0, 0 for an unknown place.
  return isOnGlobe && (latitude !== 0 || longitude !== 0) ? { lat: latitude, lon: longitude } : undefined
}
