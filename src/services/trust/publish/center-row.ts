/** Builds the row of a center, with the resource as it is served. */

import { toInstant, toInstantOrNull } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { toAccessLevel, toAccessProfile } from '../normalise/classify/access-level.ts'
import {
  type DocumentAccess,
  isCountedCertification,
  isSurfaceKnown,
  perSurface,
  type Surface,
  surfaces,
} from '../normalise/vocabulary.ts'
import type { CenterRow, ItemRow } from '../schema/tables.ts'
import type { CenterState } from './center-state.ts'

interface CenterFacts {
  readonly id: string
  readonly provider: string
  readonly company: string
  readonly state: CenterState
  /** Absent if they were not read: the counts of the previous row remain valid. */
  readonly items: readonly ItemRow[] | undefined
  readonly previousRow: CenterRow | undefined
}

const docVersion = 1

export function toCenterRow(center: CenterFacts): CenterRow {
  const { id, provider, company, state, items = [] } = center
  // A removed center keeps its last data.
  const previousRow = center.items === undefined || state.gate === 'gone' ? center.previousRow : undefined
  const counts = previousRow ? perSurface((surface) => previousRow[surface]) : countItems(items)
  const documents = items
    .filter(({ surface, absent_since }) => surface === 'documents' && absent_since === null)
    .map(accessOf)
  const access = {
    gate: state.gate,
    states: state.states,
    documents,
    describesRestricted: state.describes_restricted,
  }
  const level = previousRow?.access_level ?? toAccessLevel(access)
  const profile = previousRow?.access_profile ?? toAccessProfile(access)
  const open = surfaces.filter((surface) => state.states[surface] === 'read')
  const { host } = new URL(state.url)
  const doc = {
    id,
    company_id: company,
    company: state.company,
    provider,
    url: state.url,
    host,
    access_level: level,
    access_profile: profile,
    gate: state.gate,
    gate_reason: state.gate_reason,
    readable: state.gate === 'none',
    surfaces: state.states,
    data_access: perSurface((surface) => open.includes(surface)),
    counts: { ...nullIfNotRead(counts, state), sources: state.source_ids.length },
    best_effort: state.best_effort,
    parser: state.parser,
    content_hash: state.content_hash,
    first_seen_at: toInstant(state.first_seen_at),
    last_attempt_at: toInstantOrNull(state.last_attempt_at),
    last_read_at: toInstantOrNull(state.last_read_at),
    last_changed_at: toInstant(state.last_changed_at),
    links: {
      self: `/v1/trust-centers/${id}`,
      company: `/v1/companies/${company}`,
      sources: `/v1/sources?trust_center=${id}`,
    },
  }
  return {
    id,
    company_id: company,
    provider,
    host,
    access_level: level,
    access_profile: profile,
    gate: state.gate,
    readable: state.gate === 'none' ? 1 : 0,
    ...counts,
    sources: state.source_ids.length,
    open_surfaces: `,${open.join(',')},`,
    last_read_at: state.last_read_at,
    last_changed_at: state.last_changed_at,
    state: JSON.stringify(state),
    hash: contentHash(docVersion, { doc, state }),
    doc: JSON.stringify(doc),
  }
}

function nullIfNotRead(counts: Record<Surface, number>, { states, last_read_at }: CenterState) {
  return perSurface((surface) => {
    const isKnown = last_read_at !== null && isSurfaceKnown(states[surface])
    return isKnown || counts[surface] > 0 ? counts[surface] : null
  })
}

function countItems(items: readonly ItemRow[]): Record<Surface, number> {
  const counts = perSurface(() => 0)
  for (const item of items) if (isCounted(item)) counts[item.surface as Surface] += 1
  return counts
}

function isCounted({ surface, absent_since, doc }: ItemRow): boolean {
  if (absent_since !== null) return false
  return surface !== 'certifications' || isCountedCertification(JSON.parse(doc))
}

function accessOf({ doc }: ItemRow): DocumentAccess {
  return (JSON.parse(doc) as { access: DocumentAccess }).access
}
