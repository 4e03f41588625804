/** What sources hand to the writer: a listing in a directory, or one read of one trust center. */

import type { Member } from '../../../sync/source.ts'
import type { Gate, SourceKind, Surface, SurfaceState } from '../normalise/vocabulary.ts'

/** What a source has to know of a provider. */
export interface SourceProvider {
  readonly id: string
  readonly name: string
  readonly website: string | null
  readonly rate_limit: { readonly recommendedRps: number }
}

/** A trust center that is read. */
export interface TrustMember extends Member {
  readonly provider: string
  readonly name: string
  readonly website: string
  readonly url: string
  /** What the provider calls it, where that does not stand in the address. */
  readonly handle?: string
  /** Where the operator keeps payload files of this center. */
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
  /** What the directory says the company holds; its word, not the center's. */
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
  readonly evidence: readonly Evidence[]
  /** Over everything that was read. */
  readonly content_hash: string
  /** When the answers came, where that was before they were taken in: a gate that is not tried again yet. */
  readonly seen_at?: number
}

/** One row of one surface. Its `key` tells it from the others of its center. */
export interface Item {
  readonly surface: Surface
  readonly key: string
  readonly subject: string
  readonly label: string
  /** Everything that is served besides ids and times. */
  readonly facts: Readonly<Record<string, unknown>>
}

export type TrustRecord = ListingRecord | CenterRecord
