/** The state of a center that publications compare with, stored beside the served resource. */

import { type Gate, perSurface, type Surface, type SurfaceState } from '../normalise/vocabulary.ts'
import type { CenterIdentity } from '../schema/records.ts'
import type { CenterRow } from '../schema/tables.ts'

export interface CenterState {
  readonly company: string
  readonly website: string | null
  readonly url: string
  readonly gate: Gate | null
  readonly gate_reason: string | null
  readonly parser: string | null
  readonly best_effort: boolean
  readonly describes_restricted: boolean
  readonly states: Readonly<Record<Surface, SurfaceState>>
  /** A read that is not believed until a second one agrees. */
  readonly doubt?: Doubt | null
  /** The company's name in the last believed read. */
  readonly stated_company?: string | null
  /** Consecutive reads that found nothing. */
  readonly misses: number
  readonly content_hash: string | null
  readonly first_seen_at: number
  readonly last_attempt_at: number | null
  readonly last_read_at: number | null
  readonly last_changed_at: number
  readonly source_ids: readonly string[]
}

/** `gate`: the center was readable. `foreign`: the page may be that of another center. */
export interface Doubt {
  readonly about: 'gate' | 'foreign'
  readonly since: number
}

export function newCenterState({ company, website, url }: CenterIdentity, at: number): CenterState {
  return {
    company,
    website,
    url,
    gate: null,
    gate_reason: null,
    parser: null,
    best_effort: false,
    describes_restricted: false,
    states: perSurface(() => 'not_read'),
    doubt: null,
    misses: 0,
    content_hash: null,
    first_seen_at: at,
    last_attempt_at: null,
    last_read_at: null,
    last_changed_at: at,
    source_ids: [],
  }
}

export function parseCenterState(row: Pick<CenterRow, 'state'>): CenterState {
  return JSON.parse(row.state) as CenterState
}
