/**
 * The records that cinema sources emit: normalised values (formats, audiences, states, instants) with the source's ids.
 * Publishing maps them to public ids:
 *
 *   theater   stableId('th', platform, chain, site)
 *   showtime  stableId('st', platform, chain, site, session)
 *   layout    stableId('sl', platform, chain, site, layout key)
 *   movie     assigned by publish/movies/movie-registry.ts, which recognises the same work in different sources
 *
 * `platform` is the source's id and `chain` the member's chain; records contain neither.
 */

import type { ErrorCode } from '../../../core/errors.ts'
import type {
  Address,
  CapabilityName,
  Confidence,
  Geo,
  MetadataGrade,
  SeatingType,
  SeatMapSummary,
  SeatSection,
  SeatStatus,
  SeatType,
  TicketAudience,
} from './index.ts'

export type CinemaRecord =
  | TheaterRecord
  | MovieRecord
  | ShowtimeRecord
  | LayoutRecord
  | AvailabilityRecord
  | PricesRecord
  | HorizonRecord
  | ListedRecord
  | FailedPartRecord

export interface TheaterRecord {
  readonly type: 'theater'
  readonly site: string
  readonly name: string
  readonly slug?: string
  readonly address?: Address
  readonly geo?: Geo
  /** IANA name. */
  readonly timezone: string
  readonly phone?: string
  readonly websiteUrl?: string
  readonly amenities?: readonly string[]
  /** Whether the source did not describe it this time: stored fields stay. */
  readonly isPartial?: boolean
  readonly rawIds: RawIds
}

/** A listing of a movie: one source may list the same work several times (formats, languages, events). */
export interface MovieRecord {
  readonly type: 'movie'
  readonly film: string
  /** The listing's title, decoded. */
  readonly title: string
  /** Further titles of the same listing: translations, the original. */
  readonly otherTitles?: readonly { readonly title: string; readonly kind: 'translation' | 'original' }[]
  /** The titles of a double bill or marathon. */
  readonly packageOf?: readonly string[]
  /** The year of the work, not of a re-release. */
  readonly year?: number
  /** The release date in this source; may be a re-release. */
  readonly releaseOn?: string
  readonly runtimeMinutes?: number
  readonly rating?: string
  readonly ratingReason?: string
  readonly genres?: readonly string[]
  readonly synopsis?: string
  readonly images?: { readonly poster?: string; readonly backdrop?: string; readonly thumbnail?: string }
  readonly cast?: readonly string[]
  readonly directors?: readonly string[]
  readonly distributors?: readonly string[]
  /** Ids that other sources may share. */
  readonly ids: ExternalIds
  readonly grade: MetadataGrade
  /** Whether the source did not describe it this time: a stored listing stays as it is. */
  readonly isPartial?: boolean
  readonly rawIds: RawIds
}

export interface ExternalIds {
  readonly tmdb?: string
  readonly imdb?: string
  /** Equal ids prove the same work; different ids prove nothing. */
  readonly moviexchange?: string
}

/** As reported by the source; `past` is derived from the clock instead. */
export type SaleState = 'on_sale' | 'not_on_sale' | 'sold_out' | 'cancelled' | 'unknown'

export interface ShowtimeRecord {
  readonly type: 'showtime'
  readonly site: string
  readonly session: string
  /** `film` of a movie record of the same member. */
  readonly film: string
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  /** `2026-11-01T01:30:00-04:00` */
  readonly startsAtLocal: string
  readonly timezone: string
  /** `YYYY-MM-DD` */
  readonly businessDate: string
  readonly state: SaleState
  /** The show is `past` after this instant. Default: its start. */
  readonly salesEndAt?: number
  /** Before this instant `on_sale` and `unknown` mean `not_on_sale`. */
  readonly salesStartAt?: number
  readonly auditorium?: string
  readonly screen?: string
  readonly formats: readonly string[]
  readonly rawFormats: readonly string[]
  /** BCP 47. */
  readonly language?: string
  readonly subtitleLanguage?: string
  readonly seating: SeatingType
  readonly bookingUrl?: string
  /** Capabilities of the source that this session lacks, e.g. `seat_grid` for general admission. */
  readonly lacks?: readonly CapabilityName[]
  /** Codes such as `ambiguous_local_time`. */
  readonly warnings?: readonly string[]
  /** Fields with references that the source did not describe this time: stored values stay. */
  readonly unresolved?: readonly UnresolvedField[]
  readonly rawIds: RawIds
}

/** `formats` includes the languages, which come from the same references. */
export type UnresolvedField = 'auditorium' | 'formats'

/** A session that is listed, but not described well enough to be published: a stored showtime stays as it is. */
export interface ListedRecord {
  readonly type: 'listed'
  readonly site: string
  readonly session: string
  /** It cannot be true, and is counted as such. */
  readonly isHeld?: true
}

/** Responses that a listing does not need, and that could not be fetched: what they would have changed stays. */
export interface FailedPartRecord {
  readonly type: 'failed_part'
  /** What is missing: `seats`, `films`, `screens`. */
  readonly part: string
  readonly code: ErrorCode
  readonly message: string
  /** Business dates that the listing may lack because of it. */
  readonly days?: readonly string[] | 'all'
}

/**
 * The seats of an auditorium, shared by its showtimes, sorted by y, x, id: availability codes have the same order.
 * `mergeLayouts` fills an unknown kind from an earlier capture of the same layout.
 */
export interface LayoutRecord {
  readonly type: 'layout'
  readonly site: string
  /** Unique per site: the platform's key, or a hash of the geometry. */
  readonly layout: string
  readonly screen?: string
  readonly sections: readonly SeatSection[]
  readonly seats: readonly LayoutSeat[]
}

export interface LayoutSeat {
  readonly id: string
  readonly label: string
  readonly row: string
  readonly number: string
  /** Index into `sections`. */
  readonly section: number
  readonly x: number
  readonly y: number
  readonly kind: SeatType
  /** The platform's word, if `kind` does not express it. */
  readonly rawKind?: string
}

/** A showtime keeps its last availability until a newer one is captured. */
export interface AvailabilityRecord {
  readonly type: 'availability'
  readonly site: string
  readonly session: string
  /** Milliseconds since the epoch. */
  readonly capturedAt: number
  /** As far as the response says; that of the listing wins. */
  readonly seating: SeatingType
  readonly grade: 'grid' | 'summary' | 'count' | 'rate'
  readonly confidence: Confidence
  /** For `grid`: the layout, and one letter per seat (normalise/seat-codes.ts). */
  readonly layout?: string
  readonly codes?: string
  /** `[index, word]` if the code does not express the platform's word. */
  readonly rawStatuses?: readonly (readonly [number, string])[]
  readonly counts: SeatCounts
  readonly warnings?: readonly string[]
}

/** As they are served. */
export type SeatCounts = Readonly<Omit<SeatMapSummary, 'seating_type' | 'captured_at' | 'confidence'>>

/** All quotes of a session. It keeps its last prices until newer ones are captured. */
export interface PricesRecord {
  readonly type: 'prices'
  readonly site: string
  readonly session: string
  readonly capturedAt: number
  readonly quotes: readonly Quote[]
}

export interface Quote {
  readonly ticketTypeId: string
  readonly label: string
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  readonly audience: TicketAudience
  readonly taxAmount?: number | null
  readonly feeAmount?: number | null
  readonly feesIncluded?: boolean | null
  readonly areaId?: string
  readonly areaLabel?: string
  readonly minQuantity?: number
  readonly maxQuantity?: number
  readonly rules?: readonly string[]
}

/** How far ahead the site publishes. */
export interface HorizonRecord {
  readonly type: 'horizon'
  readonly site: string
  readonly firstDate: string
  readonly lastDate: string
}

/** Ids of the source: `session`, `film`, `site`, `screen`, `layout`, `event`. */
export type RawIds = Readonly<Record<string, string>>

export type { SeatStatus, SeatType }

/** Of records with the same key, the sync engine keeps the first. */
export function recordKey(record: CinemaRecord): string {
  switch (record.type) {
    case 'theater':
    case 'horizon':
      return `${record.type} ${record.site}`
    case 'movie':
      return `movie ${record.film}`
    case 'layout':
      return `layout ${record.site} ${record.layout}`
    case 'failed_part':
      return `failed_part ${record.part}`
    case 'showtime':
    case 'listed':
    case 'availability':
    case 'prices':
      return `${record.type} ${record.site} ${record.session}`
  }
}

export function recordsOfType<Type extends CinemaRecord['type']>(
  records: readonly CinemaRecord[],
  type: Type,
): Extract<CinemaRecord, { type: Type }>[] {
  return records.filter((record): record is Extract<CinemaRecord, { type: Type }> => record.type === type)
}
