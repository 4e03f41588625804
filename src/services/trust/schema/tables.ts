/** The tables of trust centers: what is filtered and sorted by, and the resource as it is served. Times are milliseconds. */

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
  /** Providers whose centers a source has written to since it last counted them. */
  trust_coverage_due: { source_id: string; provider: string }
}

export type TrustDb = Database<ReadModelTables>
export type TrustTx = Transaction<TrustTables & ReadModelTables>

/** Kysely that knows the tables of trust centers too. */
export function trustTables(read: Kysely<ReadModelTables>): Kysely<TrustTables & ReadModelTables> {
  return read.withTables<TrustTables>()
}

export interface CompanyRow {
  id: string
  name_key: string
  domain: string | null
  last_changed_at: number
  hash: string
  doc: string
}

export interface CenterRow {
  id: string
  company_id: string
  provider: string
  host: string
  access_level: string
  access_profile: string
  /** Null while nobody has tried. */
  gate: string | null
  readable: number
  certifications: number
  controls: number
  subprocessors: number
  documents: number
  security_updates: number
  sources: number
  /** Names of the surfaces that were read, each between commas. */
  open_surfaces: string
  last_read_at: number | null
  last_changed_at: number
  /** JSON: what the next publication compares with; see `publish/center-state.ts`. */
  state: string
  hash: string
  doc: string
}

/** One certification, control, subprocessor, document or security update of one center. */
export interface ItemRow {
  id: string
  center_id: string
  company_id: string
  surface: string
  /** The framework, the vendor, or the kind of document. */
  subject: string
  label_key: string
  /** When a complete read first missed it; what is absent is not counted. */
  absent_since: number | null
  hash: string
  doc: string
}

/** A company can be found by it: a provider, a framework, a vendor, an access level. In the order of names. */
export interface MarkRow {
  kind: string
  subject: string
  name_key: string
  company_id: string
}

export interface VendorRow {
  id: string
  name_key: string
  domain: string | null
  parent: string | null
  /** How many companies list it. */
  companies: number
  hash: string
  doc: string
}

export interface SourceRow {
  id: string
  provider: string
  center_id: string
  kind: string
  status: string
  hash: string
  doc: string
}

export interface ChangeRow {
  id: string
  detected_at: number
  type: string
  severity: string
  provider: string
  company_id: string
  center_id: string
  /** The framework or vendor it is about; empty where there is none. */
  subject: string
  hash: string
  doc: string
}
