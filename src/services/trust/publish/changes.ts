/** The changes between two reads of a center. */

import { toInstant } from '../../../core/clock.ts'
import { stableId } from '../../../core/stable-id.ts'
import type { NewChange } from '../../../store/changes/change-batch.ts'
import { specificFrameworks } from '../normalise/frameworks/catalogue.ts'
import type { ChangeType, Severity, Surface } from '../normalise/vocabulary.ts'
import type { Item } from '../schema/records.ts'

export interface ChangeContext {
  readonly centerId: string
  readonly companyId: string
  readonly provider: string
  readonly url: string
  readonly at: number
  readonly hashBefore: string | null
  readonly hashAfter: string | null
}

export interface Change {
  readonly type: ChangeType
  readonly severity: Severity
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string }
  readonly before: unknown
  readonly after: unknown
  readonly firstAbsentAt?: number
}

type Facts = Item['facts']

const subjectKinds = {
  certifications: 'certification',
  controls: 'control',
  subprocessors: 'subprocessor',
  documents: 'document',
  security_updates: 'security_update',
} as const

interface ChangeKind {
  readonly type: ChangeType
  readonly severity: Severity
}

const additions: Partial<Readonly<Record<Surface, ChangeKind>>> = {
  subprocessors: { type: 'subprocessor.added', severity: 'high' },
  certifications: { type: 'certification.added', severity: 'info' },
  documents: { type: 'document.added', severity: 'info' },
  security_updates: { type: 'security_update.published', severity: 'high' },
}

const removals: Partial<Readonly<Record<Surface, ChangeKind>>> = {
  subprocessors: { type: 'subprocessor.removed', severity: 'medium' },
  certifications: { type: 'certification.removed', severity: 'high' },
  documents: { type: 'document.removed', severity: 'info' },
}

export function itemAdded(item: Item): Change[] {
  const kind = additions[item.surface]
  const subject = subjectOf(item.surface, item.subject, item.label)
  return kind ? [{ ...kind, subject, before: null, after: item.facts }] : []
}

export function itemRemoved(surface: Surface, facts: Facts, firstAbsentAt: number): Change[] {
  const kind = removals[surface]
  const subject = subjectOf(surface, subjectId(facts), nameOf(facts))
  return kind ? [{ ...kind, subject, before: facts, after: null, firstAbsentAt }] : []
}

/** Only relevant differences: a change of wording alone is not a change. */
export function itemChanged(item: Item, before: Facts): Change[] {
  const { surface, facts: after } = item
  const subject = subjectOf(surface, item.subject, item.label)
  if (surface === 'subprocessors') return subprocessorChange(subject, before, after)
  if (surface === 'certifications') return certificationChange(subject, before, after)
  if (surface === 'documents' && before.access !== after.access) {
    const values = { before: { access: before.access }, after: { access: after.access } }
    return [{ type: 'document.access_changed', severity: 'medium', subject, ...values }]
  }
  if (surface === 'controls' && before.status !== after.status) {
    const values = { before: { status: before.status }, after: { status: after.status } }
    return [{ type: 'control.status_changed', severity: 'medium', subject, ...values }]
  }
  if (surface === 'security_updates' && anyFieldDiffers(before, after, ['title', 'body'])) {
    return [{ type: 'security_update.edited', severity: 'medium', subject, before, after }]
  }
  return []
}

const dayMs = 86_400_000
/** Days before expiry at which a warning is due. */
const expiryWarningDays = [7, 30, 60] as const

/** Expiries since the last read; only the most urgent warning. */
export function certificationExpiry(
  { surface, subject, label, facts }: Item,
  lastReadAt: number,
  at: number,
): Change[] {
  const { expires_on, status } = facts
  const lastDayAt = Date.parse(String(expires_on))
  if (surface !== 'certifications' || Number.isNaN(lastDayAt) || status !== 'held') return []
  const isPassed = (moment: number) => lastReadAt < moment && moment <= at
  const change = { subject: subjectOf(surface, subject, label), before: { expires_on } }
  if (isPassed(lastDayAt + dayMs)) {
    return [{ ...change, type: 'certification.expired', severity: 'high', after: null }]
  }
  const days = expiryWarningDays.find((warning) => isPassed(lastDayAt - warning * dayMs))
  if (days === undefined) return []
  const after = { expires_on, within_days: days }
  return [{ ...change, type: 'certification.expiring', severity: 'medium', after }]
}

/** A framework that replaced a related one: Type I became Type II. */
export function frameworkReplaced(item: Item, before: Facts): Change | undefined {
  const direction = directionOf(String(before.framework_id), item.subject)
  if (direction === undefined) return undefined
  const subject = subjectOf('certifications', item.subject, item.label)
  return { ...movements[direction], subject, before, after: item.facts }
}

const movements = {
  up: { type: 'certification.upgraded', severity: 'info' },
  down: { type: 'certification.downgraded', severity: 'high' },
} as const satisfies Record<string, ChangeKind>

/** The general framework is the lowest, followed by the specific ones in ascending order. */
function directionOf(before: string, after: string): 'up' | 'down' | undefined {
  for (const [general, ladder] of Object.entries(specificFrameworks)) {
    const rungs = [general, ...ladder]
    const from = rungs.indexOf(before)
    const to = rungs.indexOf(after)
    if (from >= 0 && to >= 0 && from !== to) return to > from ? 'up' : 'down'
  }
  return undefined
}

function subprocessorChange(subject: Change['subject'], before: Facts, after: Facts): Change[] {
  const moved = anyFieldDiffers(before, after, ['locations'])
  if (!moved && !anyFieldDiffers(before, after, ['purpose', 'processes_personal_data'])) return []
  return [{ type: 'subprocessor.changed', severity: moved ? 'high' : 'medium', subject, before, after }]
}

function certificationChange(subject: Change['subject'], before: Facts, after: Facts): Change[] {
  if (before.status !== after.status) {
    const values = { before: { status: before.status }, after: { status: after.status } }
    return after.status === 'expired'
      ? [{ type: 'certification.expired', severity: 'high', subject, ...values }]
      : [{ type: 'certification.status_changed', severity: 'info', subject, ...values }]
  }
  const [from, to] = [before.edition, after.edition]
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return []
  const values = { before: { edition: from }, after: { edition: to } }
  return [{ ...movements[to > from ? 'up' : 'down'], subject, ...values }]
}

function anyFieldDiffers(before: Facts, after: Facts, names: readonly string[]): boolean {
  return names.some((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
}

function subjectOf(surface: Surface, id: string, name: string): Change['subject'] {
  // A security update has no id that callers could look up.
  return { kind: subjectKinds[surface], id: surface === 'security_updates' ? '' : id, name }
}

function subjectId(facts: Facts): string {
  return String(facts.vendor_id ?? facts.framework_id ?? facts.kind ?? '')
}

function nameOf(facts: Facts): string {
  return String(facts.name ?? facts.title ?? '')
}

export function toNewChange(change: Change, context: ChangeContext): NewChange {
  const { centerId, companyId, provider, url, at, hashBefore, hashAfter } = context
  const id = stableId('chg', centerId, change.type, change.subject.id, change.subject.name, String(at))
  const doc = {
    id,
    type: change.type,
    severity: change.severity,
    company_id: companyId,
    trust_center_id: centerId,
    provider,
    subject: change.subject,
    before: change.before,
    after: change.after,
    detected_at: toInstant(at),
    first_absent_at: change.firstAbsentAt === undefined ? null : toInstant(change.firstAbsentAt),
    evidence: { url, content_hash_before: hashBefore, content_hash_after: hashAfter },
  }
  return {
    detectedAt: at,
    type: change.type,
    // What has no id of its own is about the center. Changes of one subject are delivered in order, each after the other.
    subject: change.subject.id || centerId,
    severity: change.severity,
    provider,
    company_id: companyId,
    doc: JSON.stringify(doc),
  }
}
