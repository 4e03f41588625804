/** Turns findings into the items of a center: resolves frameworks, matches vendors, cleans texts, removes duplicates. */

import { toPlainText } from '../../../core/parse/plain-text.ts'
import type { Item } from '../schema/records.ts'
import { toDocumentKind, toYear } from './document-kind.ts'
import type {
  CertificationFinding,
  ControlFinding,
  DocumentFinding,
  Findings,
  SubprocessorFinding,
  UpdateFinding,
} from './findings.ts'
import { labelKey, resolveFramework, withoutSuperseded } from './frameworks/resolve.ts'
import { serviceDomain, toPublicUrl } from './vendors/domain.ts'
import { toLocations } from './vendors/locations.ts'
import { matchVendor } from './vendors/match.ts'
import type { Surface } from './vocabulary.ts'

interface CenterOwner {
  readonly name: string
  readonly website: string | null
}

/** More rows of one surface than any real page has. */
const rowsMax = 5000
export const textMax = 4000

export function toItems(
  findings: Findings,
  owner: CenterOwner,
  drop: (reason: string, surface: Surface) => void,
): Item[] {
  const dropOf = (surface: Surface) => (reason: string) => drop(reason, surface)
  const limitRows = <Row>(rows: readonly Row[] | undefined, surface: Surface): readonly Row[] => {
    if (rows && rows.length > rowsMax) drop('too many rows', surface)
    return rows?.slice(0, rowsMax) ?? []
  }
  return deduplicate([
    ...toCertifications(limitRows(findings.certifications, 'certifications'), dropOf('certifications')),
    ...limitRows(findings.controls, 'controls').flatMap((row) => toControl(row, dropOf('controls'))),
    ...limitRows(findings.subprocessors, 'subprocessors').flatMap((row) =>
      toSubprocessor(row, owner, dropOf('subprocessors')),
    ),
    ...limitRows(findings.documents, 'documents').flatMap((row) => toDocument(row, dropOf('documents'))),
    ...limitRows(findings.security_updates, 'security_updates').flatMap((row) =>
      toUpdate(row, dropOf('security_updates')),
    ),
  ])
}

function toCertifications(rows: readonly CertificationFinding[], drop: (reason: string) => void): Item[] {
  const resolved = rows.flatMap((row) => {
    const label = requireText(row.label, 'certification without a name', drop)
    if (label === null) return []
    const framework = resolveFramework(label)
    return [
      {
        ...framework,
        status: row.status ?? framework.status,
        raw_name: label,
        expires_on: row.expires_on ?? null,
      },
    ]
  })
  return withoutSuperseded(resolved).map(({ framework_id, name, family: _, isCatalogued: __, ...facts }) => ({
    surface: 'certifications',
    key: framework_id,
    subject: framework_id,
    label: name,
    facts: { framework_id, name, ...facts },
  }))
}

function toControl(row: ControlFinding, drop: (reason: string) => void): Item[] {
  const name = requireText(row.name, 'control without a name', drop)
  if (name === null) return []
  const category = cleanText(row.category)
  return [
    {
      surface: 'controls',
      key: row.key ?? `${labelKey(category ?? '')}|${labelKey(name)}`,
      subject: '',
      label: name,
      facts: { name, description: cleanText(row.description), category, status: row.status ?? 'unknown' },
    },
  ]
}

function toSubprocessor(
  row: SubprocessorFinding,
  owner: CenterOwner,
  drop: (reason: string) => void,
): Item[] {
  const raw = requireText(row.name, 'subprocessor without a name', drop)
  if (raw === null) return []
  const ownerIdentity = {
    name: owner.name,
    domain: owner.website ? (serviceDomain(owner.website) ?? null) : null,
  }
  const website = row.website ?? null
  const vendor = matchVendor({ name: raw, website }, ownerIdentity)
  if (!vendor) {
    drop('not a vendor')
    return []
  }
  return [
    {
      surface: 'subprocessors',
      key: `${vendor.vendor_id}|${labelKey(raw)}`,
      subject: vendor.vendor_id,
      label: vendor.name,
      facts: {
        vendor_id: vendor.vendor_id,
        parent_vendor_id: vendor.parent_vendor_id,
        name: vendor.name,
        raw_name: raw,
        website: toPublicUrl(website),
        domain: vendor.domain,
        purpose: cleanText(row.purpose),
        description: cleanText(row.description),
        category: cleanText(row.category),
        locations: toLocations((row.locations ?? []).map((text) => toPlainText(text))),
        processes_personal_data: row.processes_personal_data ?? null,
        product: vendor.product,
        is_affiliate: vendor.is_affiliate,
      },
    },
  ]
}

function toDocument(row: DocumentFinding, drop: (reason: string) => void): Item[] {
  const title = requireText(row.title, 'document without a title', drop)
  if (title === null) return []
  const kind = toDocumentKind(title)
  const framework = resolveFramework(title)
  return [
    {
      surface: 'documents',
      key: labelKey(title) || title,
      subject: kind,
      label: title,
      facts: {
        title,
        kind,
        category_raw: cleanText(row.category),
        access: row.access,
        url: row.access === 'public' ? toPublicUrl(row.url) : null,
        year: toYear(title),
        framework_ids: framework.isCatalogued ? [framework.framework_id] : [],
      },
    },
  ]
}

function toUpdate(row: UpdateFinding, drop: (reason: string) => void): Item[] {
  const title = requireText(row.title, 'update without a title', drop)
  if (title === null) return []
  return [
    {
      surface: 'security_updates',
      key: row.key,
      subject: toInstantText(row.published_at ?? row.updated_at) ?? '',
      label: title,
      facts: {
        title,
        body: cleanText(row.body),
        category: cleanText(row.category),
        published_at: toInstantText(row.published_at),
        updated_at: toInstantText(row.updated_at),
      },
    },
  ]
}

function deduplicate(items: readonly Item[]): Item[] {
  const seen = new Map<string, Item>()
  for (const item of items) {
    const key = `${item.surface} ${item.key}`
    if (!seen.has(key)) seen.set(key, item)
  }
  return [...seen.values()]
}

/**
 * Drops the row if nothing is left of the text. A name that is too long stays so: cut, it would be that of another row, and
 * this one would be absent.
 */
function requireText(text: string, reason: string, drop: (reason: string) => void): string | null {
  const plain = cleanText(text, textMax + 1)
  if (plain === null) drop(reason)
  return plain
}

function cleanText(text: string | null | undefined, charactersMax = textMax): string | null {
  if (text === null || text === undefined) return null
  const plain = toPlainText(text).slice(0, charactersMax).toWellFormed()
  return plain === '' ? null : plain
}

function toInstantText(text: string | null | undefined): string | null {
  const ms = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) || Math.abs(ms) > 4e12 ? null : new Date(ms).toISOString()
}
