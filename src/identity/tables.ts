/** The types of the tables of identities in the ledger. Times are milliseconds since the epoch. */

import type { Generated } from 'kysely'
import type { Narrowed } from '../store/migrations/create-tables.ts'
import type { IdentityTables } from '../store/migrations/ledger/0002-identity.ts'
import type { KeyRequestTables } from '../store/migrations/ledger/0035-key-requests.ts'
import type { Database } from '../store/store.ts'
import type { LedgerTables } from '../store/tables.ts'

export type IdentityLedgerTables = LedgerTables &
  Narrowed<
    IdentityTables & KeyRequestTables,
    {
      identity: IdentityRow
      api_key: ApiKeyRow
      credit_entry: CreditEntryRow
      limit_request: LimitRequestRow
      operator_action: Counted<IdentityTables['operator_action']>
      idempotent_answer: IdempotentAnswerRow
      sandbox_mail: Counted<IdentityTables['sandbox_mail']>
      key_request: Counted<KeyRequestTables['key_request']>
    }
  >
export type Ledger = Database<IdentityLedgerTables>
export type LedgerTransaction = Parameters<Parameters<Ledger['transaction']>[0]>[0]

/** The same database, typed with the tables of identities. */
export function identityLedger(ledger: Database<LedgerTables>): Ledger {
  return ledger as unknown as Ledger
}

/** Scope of `Ledger.version`: increases when nodes must drop what they cached about credentials and limits. */
export const identityScope = 'identity'

type Counted<Row> = Narrowed<Row, { id: Generated<number> }>

export type IdentityRow = Narrowed<
  IdentityTables['identity'],
  {
    /** The address without a `+tag`. */
    mailbox: string
    /** The first identity of the mailbox: all of them share its credits and rate limits. */
    quota_owner: string
    /** Blocked by an operator since then: no key or token is accepted. */
    blocked_at: number | null
  }
>

export type ApiKeyRow = Narrowed<
  IdentityTables['api_key'],
  {
    prefix: string
    /** With spaces between them. Null: all of them. */
    scopes: string | null
    /** Addresses and networks, with spaces between them. Null: any address. */
    addresses: string | null
  }
>

export type CreditAccountRow = IdentityTables['credit_account']

type CreditEntryRow = Narrowed<
  Counted<IdentityTables['credit_entry']>,
  {
    kind: 'charge' | 'grant'
    /** A charge is `held` until its request ends, then `kept` or `refunded`. */
    state: 'held' | 'kept' | 'refunded'
  }
>

export type LimitRequestRow = Narrowed<
  IdentityTables['limit_request'],
  { status: 'pending' | 'approved' | 'rejected' }
>

type IdempotentAnswerRow = Narrowed<
  IdentityTables['idempotent_answer'],
  {
    /** A hash of the caller, for the quota. Null in rows from before there was one. */
    caller: string | null
    /** The length of `answer`. */
    bytes: number
  }
>
