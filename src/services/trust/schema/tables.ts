/** The rows of the trust tables. */

import type { Kysely, Transaction } from 'kysely'
import type { TrustTables } from '../../../store/read-model/trust.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'

export type { TrustTables }
export type TrustDb = Database<ReadModelTables>
export type TrustTx = Transaction<TrustTables & ReadModelTables>

/** Adds the types of the trust tables. */
export function trustTables(read: Kysely<ReadModelTables>): Kysely<TrustTables & ReadModelTables> {
  return read.withTables<TrustTables>()
}

export type CompanyRow = TrustTables['trust_company']
export type CenterRow = TrustTables['trust_center']
export type ItemRow = TrustTables['trust_item']
export type MarkRow = TrustTables['trust_mark']
export type VendorRow = TrustTables['trust_vendor']
export type SourceRow = TrustTables['trust_source']
