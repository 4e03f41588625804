/** One read of one center against what was known: which items stand, which are gone, and what that means. Pure. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { labelKey } from '../normalise/frameworks/resolve.ts'
import { type Surface, surfaces } from '../normalise/vocabulary.ts'
import type { Item, ReadRecord } from '../schema/records.ts'
import type { ItemRow } from '../schema/tables.ts'
import type { CenterState } from './center-state.ts'
import { added, type Change, changed, ranOut, removed, replaced } from './changes.ts'
import { itemId } from './trust-ids.ts'

export interface Applied {
  readonly state: CenterState
  /** Items to write. */
  readonly items: readonly ItemRow[]
  /** Items to delete. */
  readonly gone: readonly string[]
  readonly changes: readonly Change[]
}

export interface Known {
  readonly centerId: string
  readonly companyId: string
  readonly state: CenterState
  readonly items: readonly ItemRow[]
  readonly at: number
}

/** Two reads that close together are one look. */
export const confirmAfterMs = 20 * 60 * 60_000
const massRowsMin = 5
const goneAfterMisses = 3
/** Raised when the same facts are to be stored differently. */
const docVersion = 1

export function applyRead(known: Known, record: ReadRecord): Applied {
  return record.gate === 'none' ? applyGood(known, record) : applyGated(known, record)
}

/** Nothing is forgotten because a gate stands before it now. */
function applyGated({ state, at }: Known, record: ReadRecord): Applied {
  const wasRead = state.last_read_at !== null
  const misses = record.gate === 'gone' ? state.misses + 1 : 0
  const changes: Change[] = []
  const news = { gate: record.gate, reason: record.gate_reason }
  const before = { gate: state.gate }
  if (misses === goneAfterMisses) changes.push(centerChange('trust_center.gone', 'high', state, before, news))
  else if (record.gate !== 'gone' && state.gate === 'none') {
    changes.push(centerChange('trust_center.gated', 'low', state, before, news))
  }
  return {
    state: {
      ...state,
      gate: record.gate,
      gate_reason: record.gate_reason,
      states: wasRead ? state.states : record.states,
      misses,
      last_attempt_at: at,
      last_changed_at: changes.length > 0 ? at : state.last_changed_at,
    },
    items: [],
    gone: [],
    changes,
  }
}

function applyGood(known: Known, record: ReadRecord): Applied {
  const { state, at } = known
  const isBaseline = state.last_read_at === null || state.parser !== record.parser
  const parts = surfaces.map((surface) => applySurface(surface, known, record, isBaseline))
  const changes = parts.flatMap((part) => part.changes)
  const isBack = state.last_read_at !== null && state.gate !== null && state.gate !== 'none'
  if (isBack) {
    changes.unshift(
      centerChange('trust_center.readable_again', 'low', state, { gate: state.gate }, { gate: 'none' }),
    )
  }
  const isOther = parts.some((part) => part.items.length > 0 || part.gone.length > 0)
  return {
    state: {
      ...state,
      gate: 'none',
      gate_reason: null,
      parser: record.parser,
      best_effort: record.best_effort,
      describes_restricted: record.describes_restricted,
      states: record.states,
      held: Object.fromEntries(
        parts.flatMap((part) => (part.heldSince === undefined ? [] : [[part.surface, part.heldSince]])),
      ),
      misses: 0,
      content_hash: record.content_hash,
      last_attempt_at: at,
      last_read_at: at,
      last_changed_at: isOther || changes.length > 0 ? at : state.last_changed_at,
    },
    items: parts.flatMap((part) => part.items),
    gone: parts.flatMap((part) => part.gone),
    changes,
  }
}

interface AppliedSurface {
  readonly surface: Surface
  readonly items: ItemRow[]
  readonly gone: string[]
  readonly changes: Change[]
  readonly heldSince?: number
}

function applySurface(
  surface: Surface,
  known: Known,
  record: ReadRecord,
  isBaseline: boolean,
): AppliedSurface {
  const { centerId, state, at } = known
  const olds = known.items.filter((item) => item.surface === surface)
  const seen = record.states[surface]
  if (seen === 'not_read' || seen === 'gated') return { surface, items: [], gone: [], changes: [] }
  const items = record.items.filter((item) => item.surface === surface)
  const ids = new Map(items.map((item) => [itemId(centerId, item), item]))
  const missing = olds.filter((old) => !ids.has(old.id))
  const standing = olds.filter((old) => old.absent_since === null)
  const lost = missing.filter((old) => old.absent_since === null)
  const isMass =
    lost.length > 0 &&
    (items.length === 0 || (standing.length >= massRowsMin && lost.length > standing.length / 2))
  const heldSince = isMass ? (state.held[surface] ?? at) : undefined
  const isHeld = heldSince !== undefined && at - heldSince < confirmAfterMs
  const isQuiet = isBaseline || state.states[surface] !== 'read'
  const written = toWritten([...ids], olds, known, record, isQuiet)
  if (isHeld) return { surface, ...written, gone: [], heldSince }
  const absences = toAbsences(missing, items, olds, known, record, {
    isQuiet,
    isConfirmed: heldSince !== undefined,
  })
  return {
    surface,
    items: [...written.items, ...absences.items],
    gone: absences.gone,
    changes: [
      ...written.changes.filter((change) => !absences.explained.has(change.subject.id)),
      ...absences.changes,
    ],
  }
}

/** Rows that are new or different, and what there is to tell about them. */
function toWritten(
  entries: readonly (readonly [string, Item])[],
  olds: readonly ItemRow[],
  known: Known,
  record: ReadRecord,
  isQuiet: boolean,
): { items: ItemRow[]; changes: Change[] } {
  const byId = new Map(olds.map((old) => [old.id, old]))
  const items: ItemRow[] = []
  const changes: Change[] = []
  for (const [id, item] of entries) {
    const old = byId.get(id)
    const row = toItemRow(id, item, known, record, old)
    if (old && !isQuiet) changes.push(...ranOut(item, known.state.last_read_at ?? known.at, known.at))
    if (old?.hash === row.hash && old.absent_since === null) continue
    items.push(row)
    if (isQuiet) continue
    if (!old) {
      // Another spelling of a vendor that is listed already is no news.
      const isRenamed = item.surface === 'subprocessors' && olds.some((other) => isSameVendor(item, other))
      if (!isRenamed) changes.push(...added(item))
    } else changes.push(...changed(item, factsOf(old)))
  }
  return { items, changes }
}

/** Rows that a read no longer shows: gone when a second look, a day later, does not find them either. */
function toAbsences(
  missing: readonly ItemRow[],
  items: readonly Item[],
  olds: readonly ItemRow[],
  { at }: Known,
  record: ReadRecord,
  { isQuiet, isConfirmed }: { isQuiet: boolean; isConfirmed: boolean },
): { items: ItemRow[]; gone: string[]; changes: Change[]; explained: Set<string> } {
  const result = {
    items: [] as ItemRow[],
    gone: [] as string[],
    changes: [] as Change[],
    explained: new Set<string>(),
  }
  const oldSubjects = new Set(olds.map((old) => old.subject))
  for (const old of missing) {
    const since = old.absent_since
    const facts = factsOf(old)
    if (!record.best_effort && old.surface === 'certifications') {
      const heir = items.find((item) => !oldSubjects.has(item.subject) && replaced(item, facts) !== undefined)
      const movement = heir && replaced(heir, facts)
      if (heir && movement) {
        result.gone.push(old.id)
        result.explained.add(heir.subject)
        if (!isQuiet) result.changes.push(movement)
        continue
      }
    }
    if (old.surface === 'subprocessors' && items.some((item) => isSameVendor(item, old))) {
      result.gone.push(old.id)
      continue
    }
    if (record.best_effort || (since === null && !isConfirmed)) {
      if (since === null) result.items.push({ ...old, absent_since: at, hash: `${old.hash}-` })
      continue
    }
    if (!isConfirmed && at - (since ?? at) < confirmAfterMs) continue
    result.gone.push(old.id)
    if (!isQuiet) result.changes.push(...removed(old.surface as Surface, facts, since ?? at))
  }
  return result
}

function isSameVendor(item: Item, row: ItemRow): boolean {
  return row.absent_since === null && (row.subject === item.subject || row.label_key === labelKey(item.label))
}

function toItemRow(
  id: string,
  item: Item,
  known: Known,
  record: ReadRecord,
  old: ItemRow | undefined,
): ItemRow {
  const firstSeen = old
    ? (JSON.parse(old.doc) as { first_seen_at: string }).first_seen_at
    : toInstant(known.at)
  const doc = {
    id,
    company_id: known.companyId,
    trust_center_id: known.centerId,
    ...item.facts,
    evidence_url: record.center.url,
    first_seen_at: firstSeen,
  }
  return {
    id,
    center_id: known.centerId,
    company_id: known.companyId,
    surface: item.surface,
    subject: item.subject,
    label_key: labelKey(item.label).slice(0, 200),
    absent_since: null,
    hash: contentHash(docVersion, doc),
    doc: JSON.stringify(doc),
  }
}

function factsOf(row: ItemRow): Item['facts'] {
  const {
    id: _,
    company_id: __,
    trust_center_id: ___,
    evidence_url: ____,
    first_seen_at: _____,
    ...facts
  } = JSON.parse(row.doc) as Record<string, unknown>
  return facts
}

function centerChange(
  type: 'trust_center.gated' | 'trust_center.readable_again' | 'trust_center.gone',
  severity: Change['severity'],
  state: CenterState,
  before: unknown,
  after: unknown,
): Change {
  return { type, severity, subject: { kind: 'trust_center', id: '', name: state.company }, before, after }
}
