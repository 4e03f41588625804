/** The tables of the trust service: columns to filter and sort by, and the resource as it is served. Times are milliseconds. */

import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'

export type TrustTables = {
  trust_company: CompanyRow
  trust_center: CenterRow
  trust_item: ItemRow
  trust_mark: MarkRow
  trust_vendor: VendorRow
  trust_source: SourceRow
  trust_change: ChangeRow
  trust_coverage: { provider: string; hash: string; doc: string }
  /** Providers whose centers a source has written to since their last count. */
  trust_coverage_due: { source_id: string; provider: string }
}

export type TrustDb = Database<ReadModelTables>
export type TrustTx = Transaction<TrustTables & ReadModelTables>

/** Adds the types of the trust tables. */
export function trustTables(read: Kysely<ReadModelTables>): Kysely<TrustTables & ReadModelTables> {
  return read.withTables<TrustTables>()
}

export type CompanyRow = {
  id: string
  name_key: string
  domain: string | null
  last_changed_at: number
  hash: string
  doc: string
}

export type CenterRow = {
  id: string
  company_id: string
  provider: string
  host: string
  access_level: string
  access_profile: string
  /** Null if never attempted. */
  gate: string | null
  readable: number
  certifications: number
  controls: number
  subprocessors: number
  documents: number
  security_updates: number
  sources: number
  /** Names of the surfaces that were read, with a comma before and after each. */
  open_surfaces: string
  last_read_at: number | null
  last_changed_at: number
  /** JSON of `CenterState` in `publish/center-state.ts`, for the next publication. */
  state: string
  hash: string
  doc: string
}

/** A certification, control, subprocessor, document or security update of a center. */
export type ItemRow = {
  id: string
  center_id: string
  company_id: string
  surface: string
  /** The framework, the vendor, the kind of document, or the time of a security update; empty if there is none. */
  subject: string
  label_key: string
  /** When a read first lacked it. It stays until another read confirms that. */
  missed_at: number | null
  /** Since when it is absent according to two reads of rendered pages, which prove nothing: it is hidden, not removed. */
  absent_since: number | null
  /** JSON of when a read first lacked each field that is still shown; null if none. */
  lost: string | null
  hash: string
  doc: string
}

/** A property to find companies by: a provider, a framework, a vendor, an access level. Sorted by company name. */
export type MarkRow = {
  kind: string
  subject: string
  name_key: string
  company_id: string
}

export type VendorRow = {
  id: string
  name_key: string
  domain: string | null
  parent: string | null
  /** Number of companies that list it. */
  companies: number
  hash: string
  doc: string
}

export type SourceRow = {
  id: string
  provider: string
  center_id: string
  kind: string
  status: string
  hash: string
  doc: string
}

export type ChangeRow = {
  id: string
  detected_at: number
  type: string
  severity: string
  provider: string
  company_id: string
  center_id: string
  /** The framework or vendor; empty if there is none. */
  subject: string
  hash: string
  doc: string
}
