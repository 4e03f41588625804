/** Trust centers, their contents, their companies and vendors: columns to filter and sort by, and the resource as it is served. Times are milliseconds. */

import type { RowsOf, Tables } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const surfaceCounts = {
  certifications: 'integer',
  controls: 'integer',
  subprocessors: 'integer',
  documents: 'integer',
  security_updates: 'integer',
} as const

const tables = {
  trust_company: {
    key: ['id'],
    columns: {
      id: 'text',
      name_key: 'text',
      domain: 'text?',
      last_changed_at: 'integer',
      hash: 'text',
      doc: 'text',
    },
  },
  trust_center: {
    key: ['id'],
    columns: {
      id: 'text',
      company_id: 'text',
      provider: 'text',
      host: 'text',
      access_level: 'text',
      access_profile: 'text',
      /** Null if never attempted. */
      gate: 'text?',
      readable: 'integer',
      ...surfaceCounts,
      sources: 'integer',
      /** Names of the surfaces that were read, with a comma before and after each. */
      open_surfaces: 'text',
      last_read_at: 'integer?',
      last_changed_at: 'integer',
      /** JSON of `CenterState` in `publish/center-state.ts`, for the next publication. */
      state: 'text',
      hash: 'text',
      doc: 'text',
    },
  },
  /** A certification, control, subprocessor, document or security update of a center. */
  trust_item: {
    key: ['id'],
    columns: {
      id: 'text',
      center_id: 'text',
      company_id: 'text',
      surface: 'text',
      /** The framework, the vendor, the kind of document, or the time of a security update; empty if there is none. */
      subject: 'text',
      label_key: 'text',
      /** Since when it is absent according to two reads of rendered pages, which prove nothing: it is hidden, not removed. */
      absent_since: 'integer?',
      /** When a read first lacked it. It stays until another read confirms that. */
      missed_at: 'integer?',
      /** JSON of when a read first lacked each field that is still shown; null if none. */
      lost: 'text?',
      hash: 'text',
      doc: 'text',
    },
  },
  /** A property to find companies by: a provider, a framework, a vendor, an access level. Sorted by company name. */
  trust_mark: {
    key: ['kind', 'subject', 'name_key', 'company_id'],
    byKeyOnly: true,
    columns: { kind: 'text', subject: 'text', name_key: 'text', company_id: 'text' },
  },
  trust_vendor: {
    key: ['id'],
    columns: {
      id: 'text',
      name_key: 'text',
      domain: 'text?',
      parent: 'text?',
      /** Number of companies that list it. */
      companies: 'integer',
      hash: 'text',
      doc: 'text',
    },
  },
  /** Names of companies and vendors to search for: their words, the whole name, and the whole name from its end. */
  trust_name: {
    key: ['form', 'text', 'id'],
    byKeyOnly: true,
    columns: { form: 'text', text: 'text', id: 'text' },
  },
  trust_source: {
    key: ['id'],
    columns: {
      id: 'text',
      provider: 'text',
      center_id: 'text',
      kind: 'text',
      status: 'text',
      hash: 'text',
      doc: 'text',
    },
  },
  trust_coverage: {
    key: ['provider'],
    byKeyOnly: true,
    columns: { provider: 'text', hash: 'text', doc: 'text' },
  },
  /** The counts of a provider at the end of the last run of a day; those of all providers have the empty name. */
  trust_coverage_day: {
    key: ['provider', 'day'],
    byKeyOnly: true,
    columns: {
      provider: 'text',
      day: 'text',
      companies: 'integer',
      trust_centers: 'integer',
      ...surfaceCounts,
      sources: 'integer',
      hash: 'text',
    },
  },
  /** Providers whose centers a source has written to since their last count. */
  trust_coverage_due: {
    key: ['source_id', 'provider'],
    byKeyOnly: true,
    columns: { source_id: 'text', provider: 'text' },
  },
} as const satisfies Tables

export type TrustTables = RowsOf<typeof tables>

const indexes = [
  'trust_company_by_name on trust_company (name_key, id)',
  'trust_company_by_domain on trust_company (domain)',
  'trust_company_by_change on trust_company (last_changed_at desc, id)',
  'trust_center_by_provider on trust_center (provider, host, id)',
  'trust_center_by_host on trust_center (host, id)',
  'trust_center_by_company on trust_center (company_id)',
  'trust_item_by_center on trust_item (center_id, surface, label_key, id)',
  'trust_item_by_company on trust_item (company_id, surface, label_key, id)',
  'trust_mark_by_company on trust_mark (company_id)',
  'trust_vendor_by_use on trust_vendor (companies desc, id)',
  'trust_vendor_by_name on trust_vendor (name_key, id)',
  'trust_vendor_by_domain on trust_vendor (domain)',
  'trust_name_by_id on trust_name (id, form)',
  'trust_source_by_provider on trust_source (provider, id)',
  'trust_source_by_center on trust_source (center_id, id)',
]

export const trust: SchemaPart = { tables, indexes }
