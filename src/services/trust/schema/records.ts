/** The records that sources pass to the writer: a directory listing, or one read of a trust center. */

import type { Member } from '../../../sync/source.ts'
import type { Gate, SourceKind, Surface, SurfaceState } from '../normalise/vocabulary.ts'

/** A trust center to read. */
export interface TrustMember extends Member {
  readonly provider: string
  readonly name: string
  readonly website: string
  readonly url: string
  /** Its id at the provider, if the URL does not contain it. */
  readonly handle?: string
  /** The payload files of the operator for this center, separated by spaces. */
  readonly payload_url?: string
}

export interface CenterIdentity {
  readonly provider: string
  readonly company: string
  readonly website: string | null
  readonly url: string
}

export interface Evidence {
  readonly kind: SourceKind
  readonly url: string
  readonly http_status: number | null
  readonly sha256: string | null
  readonly bytes: number | null
  readonly content_type: string | null
}

export interface ListingRecord {
  readonly type: 'listing'
  readonly center: CenterIdentity
  readonly evidence: Evidence
  /** What the directory claims, not the center. */
  readonly claimed_framework_ids: readonly string[]
  readonly listed_on: string | null
}

export interface CenterRecord {
  readonly type: 'read'
  readonly center: CenterIdentity
  readonly gate: Gate
  readonly gate_reason: string | null
  readonly parser: string
  readonly best_effort: boolean
  readonly describes_restricted: boolean
  readonly states: Readonly<Record<Surface, SurfaceState>>
  readonly items: readonly Item[]
  /** Surfaces of which only a part was read. */
  readonly incomplete?: readonly Surface[]
  readonly evidence: readonly Evidence[]
  /** Of all responses. */
  readonly content_hash: string
  /** The name in the responses, which tells whose they are. */
  readonly stated_company?: string | null
}

/** A gated center that is not requested again yet. */
export interface PausedRecord {
  readonly type: 'paused'
  readonly center: CenterIdentity
  readonly gate_reason: string
}

/** A row of a surface. Its `key` is unique within the surface of a center. */
export interface Item {
  readonly surface: Surface
  readonly key: string
  readonly subject: string
  readonly label: string
  /** The resource without ids and times. */
  readonly facts: Readonly<Record<string, unknown>>
}

export type TrustRecord = ListingRecord | CenterRecord | PausedRecord
