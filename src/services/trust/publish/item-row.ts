/** The row of an item, with the resource as it is served. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { labelKey } from '../normalise/frameworks/resolve.ts'
import type { CenterRecord, Item } from '../schema/records.ts'
import type { ItemRow } from '../schema/tables.ts'
import type { KeptFacts, LostFields } from './lost-fields.ts'

/** Increase it when the same facts are stored differently. */
const docVersion = 2

interface ItemOwner {
  readonly centerId: string
  readonly companyId: string
  readonly at: number
}

export function toItemRow(
  id: string,
  item: Item,
  lost: LostFields,
  owner: ItemOwner,
  record: CenterRecord,
  oldRow: ItemRow | undefined,
): ItemRow {
  const firstSeen = oldRow
    ? (JSON.parse(oldRow.doc) as { first_seen_at: string }).first_seen_at
    : toInstant(owner.at)
  const doc = {
    id,
    company_id: owner.companyId,
    trust_center_id: owner.centerId,
    ...item.facts,
    evidence_url: record.center.url,
    first_seen_at: firstSeen,
  }
  const hasLost = Object.keys(lost).length > 0
  return {
    id,
    center_id: owner.centerId,
    company_id: owner.companyId,
    surface: item.surface,
    subject: item.subject,
    label_key: labelKey(item.label).slice(0, 200),
    missed_at: null,
    absent_since: null,
    lost: hasLost ? JSON.stringify(lost) : null,
    hash: contentHash(docVersion, hasLost ? { doc, lost } : doc),
    doc: JSON.stringify(doc),
  }
}

export function factsOf(row: ItemRow): Item['facts'] {
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

export function keptFactsOf(row: ItemRow): KeptFacts {
  return { facts: factsOf(row), lost: row.lost === null ? {} : (JSON.parse(row.lost) as LostFields) }
}
