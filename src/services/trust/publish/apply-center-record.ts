/** Applies one read of a center to its stored state: which items remain, which are removed, and the changes. Pure. */

import { isUnusualLoss } from '../../../core/short-list.ts'
import type { WriteCounts } from '../../../sync/source.ts'
import { labelKey } from '../normalise/frameworks/resolve.ts'
import { isSurfaceKnown, perSurface, type Surface, surfaces } from '../normalise/vocabulary.ts'
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
import { confirmAfterMs, type FoundDoubt, findDoubt } from './find-doubt.ts'
import { factsOf, keptFactsOf, toItemRow } from './item-row.ts'
import { keepLostFields } from './lost-fields.ts'
import { itemId } from './trust-ids.ts'

export interface CenterUpdate {
  readonly state: CenterState
  /** Items to write. */
  readonly items: readonly ItemRow[]
  readonly removedIds: readonly string[]
  readonly changes: readonly Change[]
  readonly notFresh: Pick<WriteCounts, 'held' | 'gone' | 'gated' | 'problem'>
}

export interface StoredCenter {
  readonly centerId: string
  readonly companyId: string
  readonly state: CenterState
  readonly items: readonly ItemRow[]
  readonly at: number
}

const goneAfterMisses = 3

export function applyCenterRecord(stored: StoredCenter, record: CenterRecord): CenterUpdate {
  const doubt = findDoubt(stored, record)
  if (doubt) return keepStored(stored, record, doubt)
  return record.gate === 'none' ? applyReadable(stored, record) : applyGated(stored, record)
}

/** A read that is not believed costs freshness only. */
function keepStored({ state, at }: StoredCenter, record: CenterRecord, found: FoundDoubt): CenterUpdate {
  const { reason, ...doubt } = found
  return {
    state: {
      ...state,
      doubt,
      misses: record.gate === 'gone' ? state.misses + 1 : 0,
      last_attempt_at: at,
    },
    items: [],
    removedIds: [],
    changes: [],
    notFresh: { problem: reason },
  }
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
      ...(wasRead ? {} : { company: record.center.company }),
      gate: record.gate,
      gate_reason: record.gate_reason,
      states: wasRead ? state.states : record.states,
      doubt: null,
      misses,
      last_attempt_at: at,
      last_changed_at: changes.length > 0 ? at : state.last_changed_at,
    },
    items: [],
    removedIds: [],
    changes,
    notFresh: record.gate === 'gone' ? { gone: 1 } : { gated: 1 },
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
  const hasItemChanges = parts.some((part) => part.isChanged)
  const isUnread = (surface: Surface) =>
    !isBaseline && record.states[surface] === 'not_read' && isSurfaceKnown(state.states[surface])
  const isAwaited = (surface: Surface) => parts.some((part) => part.surface === surface && part.held > 0)
  const unread = surfaces.filter((surface) => isUnread(surface) || record.incomplete?.includes(surface))
  const held = parts.reduce((sum, part) => sum + part.held, 0)
  const shown = stored.items.filter((item) => item.absent_since === null).length
  const problems = [
    ...(unread.length === 0 ? [] : [`could not read all of ${unread.join(', ')}`]),
    ...(isUnusualLoss(held, shown) ? [`${held} of ${shown} rows are missing or lack fields`] : []),
  ]
  return {
    state: {
      ...state,
      // A response without a name does not rename the company.
      ...(state.last_read_at !== null && record.stated_company === null
        ? {}
        : { company: record.center.company }),
      gate: 'none',
      gate_reason: null,
      parser: record.parser,
      best_effort: record.best_effort,
      describes_restricted: record.describes_restricted,
      // What could not be read this time is still known, and what is still shown is still published.
      states: perSurface(
        (surface) => (isUnread(surface) || isAwaited(surface) ? state : record).states[surface],
      ),
      doubt: null,
      stated_company: record.stated_company ?? state.stated_company ?? null,
      misses: 0,
      content_hash: record.content_hash,
      last_attempt_at: at,
      last_read_at: at,
      last_changed_at: hasItemChanges || changes.length > 0 ? at : state.last_changed_at,
    },
    items: parts.flatMap((part) => part.items),
    removedIds: parts.flatMap((part) => part.removedIds),
    changes,
    notFresh: { held, ...(problems.length === 0 ? {} : { problem: problems.join('; ') }) },
  }
}

interface SurfaceUpdate {
  readonly surface: Surface
  readonly items: ItemRow[]
  readonly removedIds: string[]
  readonly changes: Change[]
  /** Number of rows that the read lacks, or of which it lacks fields, and that are still shown. */
  readonly held: number
  /** Whether readers see a difference. */
  readonly isChanged: boolean
}

function applySurface(
  surface: Surface,
  stored: StoredCenter,
  record: CenterRecord,
  isBaseline: boolean,
): SurfaceUpdate {
  const { centerId, state } = stored
  const oldItems = stored.items.filter((item) => item.surface === surface)
  const surfaceState = record.states[surface]
  const isIncomplete = record.incomplete?.includes(surface) ?? false
  if (!isIncomplete && (surfaceState === 'not_read' || surfaceState === 'gated'))
    return { surface, items: [], removedIds: [], changes: [], held: 0, isChanged: false }
  const items = record.items.filter((item) => item.surface === surface)
  const ids = new Map(items.map((item) => [itemId(centerId, item), item]))
  const missing = oldItems.filter((old) => !ids.has(old.id))
  const suppressChanges = isBaseline || state.states[surface] !== 'read'
  const written = toUpserts([...ids], oldItems, stored, record, suppressChanges)
  const absences = toRemovals(isIncomplete ? [] : missing, items, oldItems, stored, record, suppressChanges)
  return {
    surface,
    items: [...written.items, ...absences.items],
    removedIds: absences.removedIds,
    changes: [
      ...written.changes.filter((change) => !absences.explained.has(change.subject.id)),
      ...absences.changes,
    ],
    held: absences.held + written.held,
    isChanged: written.isChanged || absences.isChanged,
  }
}

/** New or different rows, and their changes. */
function toUpserts(
  entries: readonly (readonly [string, Item])[],
  oldItems: readonly ItemRow[],
  stored: StoredCenter,
  record: CenterRecord,
  suppressChanges: boolean,
): Pick<SurfaceUpdate, 'items' | 'changes' | 'held' | 'isChanged'> {
  const byId = new Map(oldItems.map((old) => [old.id, old]))
  const items: ItemRow[] = []
  const changes: Change[] = []
  let held = 0
  let isChanged = false
  for (const [id, delivered] of entries) {
    const old = byId.get(id)
    const { facts, lost } =
      old?.absent_since === null
        ? keepLostFields(delivered.facts, keptFactsOf(old), stored.at)
        : { facts: delivered.facts, lost: {} }
    const item = { ...delivered, facts }
    const row = toItemRow(id, item, lost, stored, record, old)
    if (row.lost !== null) held += 1
    if (old && !suppressChanges)
      changes.push(...certificationExpiry(item, stored.state.last_read_at ?? stored.at, stored.at))
    if (old?.hash === row.hash && old.missed_at === null) continue
    items.push(row)
    isChanged ||= old?.doc !== row.doc || old.absent_since !== null
    if (suppressChanges) continue
    if (!old) {
      // Another spelling of a listed vendor is not an addition.
      const isRenamed =
        item.surface === 'subprocessors' && oldItems.some((other) => isSameVendor(item, other))
      if (!isRenamed) changes.push(...itemAdded(item))
    } else changes.push(...itemChanged(item, factsOf(old)))
  }
  return { items, changes, held, isChanged }
}

interface Removals extends Pick<SurfaceUpdate, 'items' | 'removedIds' | 'changes'> {
  /** Subjects of new items that replace removed ones. */
  readonly explained: Set<string>
  held: number
  isChanged: boolean
}

/** Rows missing from a read; removed if a second read a day later lacks them too. */
function toRemovals(
  missing: readonly ItemRow[],
  items: readonly Item[],
  oldItems: readonly ItemRow[],
  { at }: StoredCenter,
  record: CenterRecord,
  suppressChanges: boolean,
): Removals {
  const result: Removals = {
    items: [],
    removedIds: [],
    changes: [],
    explained: new Set(),
    held: 0,
    isChanged: false,
  }
  const oldSubjects = new Set(oldItems.map((old) => old.subject))
  for (const old of missing) {
    const facts = factsOf(old)
    if (!record.best_effort && old.surface === 'certifications') {
      const successor = items.find(
        (item) => !oldSubjects.has(item.subject) && frameworkReplaced(item, facts) !== undefined,
      )
      const movement = successor && frameworkReplaced(successor, facts)
      if (successor && movement) {
        result.removedIds.push(old.id)
        result.isChanged = true
        result.explained.add(successor.subject)
        if (!suppressChanges) result.changes.push(movement)
        continue
      }
    }
    if (old.surface === 'subprocessors' && items.some((item) => isSameVendor(item, old))) {
      result.removedIds.push(old.id)
      result.isChanged = true
      continue
    }
    if (old.absent_since !== null) continue
    const since = old.missed_at ?? at
    if (at - since < confirmAfterMs) {
      result.held += 1
      if (old.missed_at === null) result.items.push({ ...old, missed_at: at, hash: `${old.hash}-` })
      continue
    }
    result.isChanged = true
    if (record.best_effort) {
      result.items.push({ ...old, absent_since: since, hash: `${old.hash}-` })
    } else {
      result.removedIds.push(old.id)
      if (!suppressChanges) result.changes.push(...itemRemoved(old.surface as Surface, facts, since))
    }
  }
  return result
}

function isSameVendor(item: Item, row: ItemRow): boolean {
  return row.absent_since === null && (row.subject === item.subject || row.label_key === labelKey(item.label))
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
