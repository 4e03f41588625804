/** Applies one read of a center to its stored state: which items remain, which are removed, and the changes. Pure. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { labelKey } from '../normalise/frameworks/resolve.ts'
import { type Surface, surfaces } from '../normalise/vocabulary.ts'
import type { CenterRecord, Item } from '../schema/records.ts'
import type { ItemRow } from '../schema/tables.ts'
import type { CenterState } from './center-state.ts'
import {
  type Change,
  certificationExpiry,
  frameworkReplaced,
  itemAdded,
  itemChanged,
  itemRemoved,
} from './changes.ts'
import { itemId } from './trust-ids.ts'

export interface CenterUpdate {
  readonly state: CenterState
  /** Items to write. */
  readonly items: readonly ItemRow[]
  readonly removedIds: readonly string[]
  readonly changes: readonly Change[]
}

export interface StoredCenter {
  readonly centerId: string
  readonly companyId: string
  readonly state: CenterState
  readonly items: readonly ItemRow[]
  readonly at: number
}

/** A removal needs a second read at least this much later. */
export const confirmAfterMs = 20 * 60 * 60_000
const massRowsMin = 5
const goneAfterMisses = 3
/** Increase it when the same facts are stored differently. */
const docVersion = 1

export function applyCenterRecord(stored: StoredCenter, record: CenterRecord): CenterUpdate {
  return record.gate === 'none' ? applyReadable(stored, record) : applyGated(stored, record)
}

/** Items remain while a gate blocks access. */
function applyGated({ state, at }: StoredCenter, record: CenterRecord): CenterUpdate {
  const wasRead = state.last_read_at !== null
  const misses = record.gate === 'gone' ? state.misses + 1 : 0
  const changes: Change[] = []
  const after = { gate: record.gate, reason: record.gate_reason }
  const before = { gate: state.gate }
  if (misses === goneAfterMisses)
    changes.push(centerChange('trust_center.gone', 'high', state, before, after))
  else if (record.gate !== 'gone' && state.gate === 'none') {
    changes.push(centerChange('trust_center.gated', 'low', state, before, after))
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
    removedIds: [],
    changes,
  }
}

function applyReadable(stored: StoredCenter, record: CenterRecord): CenterUpdate {
  const { state, at } = stored
  const isBaseline = state.last_read_at === null || state.parser !== record.parser
  const parts = surfaces.map((surface) => applySurface(surface, stored, record, isBaseline))
  const changes = parts.flatMap((part) => part.changes)
  const isReadableAgain = state.last_read_at !== null && state.gate !== null && state.gate !== 'none'
  if (isReadableAgain) {
    changes.unshift(
      centerChange('trust_center.readable_again', 'low', state, { gate: state.gate }, { gate: 'none' }),
    )
  }
  const hasItemChanges = parts.some((part) => part.items.length > 0 || part.removedIds.length > 0)
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
      last_changed_at: hasItemChanges || changes.length > 0 ? at : state.last_changed_at,
    },
    items: parts.flatMap((part) => part.items),
    removedIds: parts.flatMap((part) => part.removedIds),
    changes,
  }
}

interface SurfaceUpdate {
  readonly surface: Surface
  readonly items: ItemRow[]
  readonly removedIds: string[]
  readonly changes: Change[]
  readonly heldSince?: number
}

function applySurface(
  surface: Surface,
  stored: StoredCenter,
  record: CenterRecord,
  isBaseline: boolean,
): SurfaceUpdate {
  const { centerId, state, at } = stored
  const oldItems = stored.items.filter((item) => item.surface === surface)
  const surfaceState = record.states[surface]
  if (surfaceState === 'not_read' || surfaceState === 'gated')
    return { surface, items: [], removedIds: [], changes: [] }
  const items = record.items.filter((item) => item.surface === surface)
  const ids = new Map(items.map((item) => [itemId(centerId, item), item]))
  const missing = oldItems.filter((old) => !ids.has(old.id))
  const presentItems = oldItems.filter((old) => old.absent_since === null)
  const newlyMissing = missing.filter((old) => old.absent_since === null)
  const isMassRemoval =
    newlyMissing.length > 0 &&
    (items.length === 0 ||
      (presentItems.length >= massRowsMin && newlyMissing.length > presentItems.length / 2))
  const heldSince = isMassRemoval ? (state.held[surface] ?? at) : undefined
  const isAwaitingConfirmation = heldSince !== undefined && at - heldSince < confirmAfterMs
  const suppressChanges = isBaseline || state.states[surface] !== 'read'
  const written = toUpserts([...ids], oldItems, stored, record, suppressChanges)
  if (isAwaitingConfirmation) return { surface, ...written, removedIds: [], heldSince }
  const absences = toRemovals(missing, items, oldItems, stored, record, {
    suppressChanges,
    isConfirmed: heldSince !== undefined,
  })
  return {
    surface,
    items: [...written.items, ...absences.items],
    removedIds: absences.removedIds,
    changes: [
      ...written.changes.filter((change) => !absences.explained.has(change.subject.id)),
      ...absences.changes,
    ],
  }
}

/** New or different rows, and their changes. */
function toUpserts(
  entries: readonly (readonly [string, Item])[],
  oldItems: readonly ItemRow[],
  stored: StoredCenter,
  record: CenterRecord,
  suppressChanges: boolean,
): { items: ItemRow[]; changes: Change[] } {
  const byId = new Map(oldItems.map((old) => [old.id, old]))
  const items: ItemRow[] = []
  const changes: Change[] = []
  for (const [id, item] of entries) {
    const old = byId.get(id)
    const row = toItemRow(id, item, stored, record, old)
    if (old && !suppressChanges)
      changes.push(...certificationExpiry(item, stored.state.last_read_at ?? stored.at, stored.at))
    if (old?.hash === row.hash && old.absent_since === null) continue
    items.push(row)
    if (suppressChanges) continue
    if (!old) {
      // Another spelling of a listed vendor is not an addition.
      const isRenamed =
        item.surface === 'subprocessors' && oldItems.some((other) => isSameVendor(item, other))
      if (!isRenamed) changes.push(...itemAdded(item))
    } else changes.push(...itemChanged(item, factsOf(old)))
  }
  return { items, changes }
}

interface Removals extends Pick<SurfaceUpdate, 'items' | 'removedIds' | 'changes'> {
  /** Subjects of new items that replace removed ones. */
  readonly explained: Set<string>
}

/** Rows missing from a read; removed if a second read a day later lacks them too. */
function toRemovals(
  missing: readonly ItemRow[],
  items: readonly Item[],
  oldItems: readonly ItemRow[],
  { at }: StoredCenter,
  record: CenterRecord,
  { suppressChanges, isConfirmed }: { suppressChanges: boolean; isConfirmed: boolean },
): Removals {
  const result: Removals = { items: [], removedIds: [], changes: [], explained: new Set() }
  const oldSubjects = new Set(oldItems.map((old) => old.subject))
  for (const old of missing) {
    const since = old.absent_since
    const facts = factsOf(old)
    if (!record.best_effort && old.surface === 'certifications') {
      const successor = items.find(
        (item) => !oldSubjects.has(item.subject) && frameworkReplaced(item, facts) !== undefined,
      )
      const movement = successor && frameworkReplaced(successor, facts)
      if (successor && movement) {
        result.removedIds.push(old.id)
        result.explained.add(successor.subject)
        if (!suppressChanges) result.changes.push(movement)
        continue
      }
    }
    if (old.surface === 'subprocessors' && items.some((item) => isSameVendor(item, old))) {
      result.removedIds.push(old.id)
      continue
    }
    if (record.best_effort || (since === null && !isConfirmed)) {
      if (since === null) result.items.push({ ...old, absent_since: at, hash: `${old.hash}-` })
      continue
    }
    if (!isConfirmed && at - (since ?? at) < confirmAfterMs) continue
    result.removedIds.push(old.id)
    if (!suppressChanges) result.changes.push(...itemRemoved(old.surface as Surface, facts, since ?? at))
  }
  return result
}

function isSameVendor(item: Item, row: ItemRow): boolean {
  return row.absent_since === null && (row.subject === item.subject || row.label_key === labelKey(item.label))
}

function toItemRow(
  id: string,
  item: Item,
  stored: StoredCenter,
  record: CenterRecord,
  oldRow: ItemRow | undefined,
): ItemRow {
  const firstSeen = oldRow
    ? (JSON.parse(oldRow.doc) as { first_seen_at: string }).first_seen_at
    : toInstant(stored.at)
  const doc = {
    id,
    company_id: stored.companyId,
    trust_center_id: stored.centerId,
    ...item.facts,
    evidence_url: record.center.url,
    first_seen_at: firstSeen,
  }
  return {
    id,
    center_id: stored.centerId,
    company_id: stored.companyId,
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
