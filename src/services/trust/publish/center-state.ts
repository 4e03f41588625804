/** What is remembered of a center from one publication to the next, beside the rows that are served. */

import type { Gate, Surface, SurfaceState } from '../normalise/vocabulary.ts'
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
  /** Since when a list that suddenly lost most of its rows is held as it was. */
  readonly held: Partial<Readonly<Record<Surface, number>>>
  /** How often in a row nothing was there. */
  readonly misses: number
  readonly content_hash: string | null
  readonly first_seen_at: number
  readonly last_attempt_at: number | null
  readonly last_read_at: number | null
  readonly last_changed_at: number
  readonly source_ids: readonly string[]
}

export const noSurfaceRead: Readonly<Record<Surface, SurfaceState>> = {
  certifications: 'not_read',
  controls: 'not_read',
  subprocessors: 'not_read',
  documents: 'not_read',
  security_updates: 'not_read',
}

/** A center of which nobody has read anything yet. */
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
    states: noSurfaceRead,
    held: {},
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
