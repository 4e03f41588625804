/** Publishes vendors and how many companies list them. */

import { contentHash } from '../../../core/content-hash.ts'
import type { Dialect } from '../../../store/store.ts'
import { nameKey, searchKey } from '../normalise/vendors/match.ts'
import type { CenterRecord, Item } from '../schema/records.ts'
import type { TrustTx, VendorRow } from '../schema/tables.ts'
import { inChunks } from './in-chunks.ts'
import { publishNames } from './names.ts'

/** Shorter names are ambiguous without a website. */
const nameLengthMin = 6

/** A subprocessor without a website is the vendor of that name, if exactly one with a domain exists. */
export async function resolveNamedVendors(tx: TrustTx, record: CenterRecord): Promise<CenterRecord> {
  const keys = record.items.filter(hasNameOnly).map((item) => nameKey(item.label))
  const longKeys = [...new Set(keys)].filter((key) => key.length >= nameLengthMin)
  if (longKeys.length === 0) return record
  const vendors = await inChunks(longKeys, (chunk) =>
    tx
      .selectFrom('trust_vendor')
      .select(['id', 'name_key', 'domain'])
      .where('name_key', 'in', chunk)
      .where('domain', 'is not', null)
      .execute(),
  )
  const byKey = Map.groupBy(vendors, (vendor) => vendor.name_key)
  const items = record.items.map((item) => {
    const [vendor, ...others] = hasNameOnly(item) ? (byKey.get(nameKey(item.label)) ?? []) : []
    if (!vendor || others.length > 0) return item
    const key = item.key.replace(item.subject, vendor.id)
    return {
      ...item,
      key,
      subject: vendor.id,
      facts: { ...item.facts, vendor_id: vendor.id, domain: vendor.domain },
    }
  })
  return { ...record, items }
}

function hasNameOnly(item: Item): boolean {
  return item.surface === 'subprocessors' && item.facts.domain === null
}

export async function publishVendors(tx: TrustTx, dialect: Dialect, ids: readonly string[]): Promise<void> {
  const counts = await inChunks(ids, (chunk) =>
    tx
      .selectFrom('trust_mark')
      .select(['subject', (eb) => eb.fn.countAll<number>().as('companies')])
      .where('kind', '=', 'vendor')
      .where('subject', 'in', chunk)
      .groupBy('subject')
      .execute(),
  )
  const companiesOf = new Map(counts.map(({ subject, companies }) => [subject, Number(companies)]))
  const storedVendors = await inChunks(ids, (chunk) =>
    tx.selectFrom('trust_vendor').select(['id', 'doc']).where('id', 'in', chunk).execute(),
  )
  const docs = new Map(storedVendors.map(({ id, doc }) => [id, JSON.parse(doc) as VendorFacts]))
  const rows: VendorRow[] = []
  for (const id of ids) {
    const facts = docs.get(id) ?? (await readVendorFacts(tx, id))
    if (facts) rows.push(toRow(id, facts, companiesOf.get(id) ?? 0))
  }
  await dialect.upsertChanged(tx, 'trust_vendor', ['id'], rows)
  await publishNames(
    tx,
    'vendor',
    rows.map(({ id }) => id),
    rows,
  )
}

interface VendorFacts {
  readonly name: string
  readonly domain: string | null
  readonly parent_vendor_id: string | null
}

/** From the first subprocessor row of the vendor. */
async function readVendorFacts(tx: TrustTx, id: string): Promise<VendorFacts | undefined> {
  const mark = await tx
    .selectFrom('trust_mark')
    .select('company_id')
    .where('kind', '=', 'vendor')
    .where('subject', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!mark) return undefined
  const item = await tx
    .selectFrom('trust_item')
    .select('doc')
    .where('company_id', '=', mark.company_id)
    .where('surface', '=', 'subprocessors')
    .where('subject', '=', id)
    .limit(1)
    .executeTakeFirst()
  return item && (JSON.parse(item.doc) as VendorFacts)
}

function toRow(id: string, { name, domain, parent_vendor_id }: VendorFacts, companies: number): VendorRow {
  const doc = {
    id,
    name,
    domain,
    parent_vendor_id,
    companies,
    links: {
      self: `/v1/subprocessors/${encodeURIComponent(id)}`,
      companies: `/v1/subprocessors/${encodeURIComponent(id)}/companies`,
    },
  }
  return {
    id,
    name_key: searchKey(name),
    domain,
    parent: parent_vendor_id,
    companies,
    hash: contentHash(1, doc),
    doc: JSON.stringify(doc),
  }
}
