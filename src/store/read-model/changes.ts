/** The change log: what happened to the data of every service, in the order in which it was published. */

import type { Table } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const tables: Readonly<Record<string, Table>> = {
  change: {
    key: ['service', 'number'],
    columns: {
      service: 'text',
      number: 'integer',
      detected_at: 'integer',
      type: 'text',
      subject: 'text',
      keys: 'text',
      keys_before: 'text?',
      severity: 'text?',
      provider: 'text?',
      company_id: 'text?',
      doc: 'text?',
    },
  },
}

/** Partial, so that a service pays only for the indexes of its own list. */
const indexes = [
  "job_change_by_time on change (service, detected_at, number) where service = 'jobs'",
  "job_change_by_type on change (type, number) where service = 'jobs'",
  "trust_change_by_time on change (service, detected_at desc, number desc) where service = 'trust'",
  "trust_change_by_company on change (company_id, detected_at desc, number desc) where service = 'trust'",
  "trust_change_by_provider on change (provider, detected_at desc, number desc) where service = 'trust'",
  "trust_change_by_type on change (type, detected_at desc, number desc) where service = 'trust'",
  "trust_change_by_subject on change (subject, detected_at desc, number desc) where service = 'trust'",
]

export const changes: SchemaPart = { tables, indexes }
