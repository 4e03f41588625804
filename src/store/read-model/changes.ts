/** The change log: what happened to the data of every service, in the order in which it was published. */

import type { RowsOf, Tables } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const tables = {
  /** One entry of the change log. */
  change: {
    key: ['service', 'number'],
    columns: {
      service: 'text',
      /** Counts the changes of the service, without gaps. */
      number: 'integer',
      /** When the responses that show the change were fetched. */
      detected_at: 'integer',
      /** Subject and verb, such as `posting.closed`. */
      type: 'text',
      /** The id of what changed; of a trust center, the vendor or framework. Empty if it has none. */
      subject: 'text',
      /** JSON of `ChangeKeys`: the values by which readers filter, after the change. */
      keys: 'text',
      /** The same before the change, if they differ. */
      keys_before: 'text?',
      /** These three only for trust centers, whose list is filtered by them. */
      severity: 'text?',
      provider: 'text?',
      company_id: 'text?',
      /** JSON: what else is known about the change. */
      doc: 'text?',
    },
  },
} as const satisfies Tables

export type ChangeTables = RowsOf<typeof tables>

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
