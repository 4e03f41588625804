/** The tables of identities in the ledger. Times are milliseconds since the epoch. */

import type { Generated } from 'kysely'
import type { Database } from '../store/store.ts'
import type { LedgerTables } from '../store/tables.ts'

interface IdentityTables {
  identity: IdentityRow
  sign_in_code: { address_hash: string; code_hash: string; tries: number; expires_at: number }
  management_token: TokenRow
  api_key: ApiKeyRow
  guard: { name: string; count: number; opened_at: number; expires_at: number }
  credit_account: CreditAccountRow
  credit_entry: CreditEntryRow
  usage: UsageRow
  limit_request: LimitRequestRow
  operator_action: OperatorActionRow
  idempotent_answer: IdempotentAnswerRow
  sandbox_mail: SandboxMailRow
}

export type IdentityLedgerTables = LedgerTables & IdentityTables
export type Ledger = Database<IdentityLedgerTables>
export type LedgerTransaction = Parameters<Parameters<Ledger['transaction']>[0]>[0]

/** The same database, typed with the tables of identities. */
export function identityLedger(ledger: Database<LedgerTables>): Ledger {
  return ledger as unknown as Ledger
}

/** Scope of `Ledger.version`: increases when nodes must drop what they cached about credentials and limits. */
export const identityScope = 'identity'

export interface IdentityRow {
  id: string
  email: string
  /** The address without a `+tag`. */
  mailbox: string
  /** The first identity of the mailbox: all of them share its credits and rate limits. */
  quota_owner: string
  created_at: number
  /** Blocked by an operator since then: no key or token is accepted. */
  blocked_at: number | null
  /** Individual limits, set when a limit request is approved. */
  per_second: number | null
  per_minute: number | null
}

interface TokenRow {
  id: string
  identity_id: string
  hash: string
  created_at: number
  expires_at: number
}

export interface ApiKeyRow {
  id: string
  identity_id: string
  prefix: string
  hash: string
  last_four: string
  label: string | null
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
}

export interface CreditAccountRow {
  /** The id of an identity (the first of its mailbox), or a hash of an anonymous caller's address. */
  subject: string
  identity_id: string | null
  /** `2026-11` or `2026-11-15`. */
  period: string
  used_in_period: number
  granted: number
  used_of_grants: number
  used_ever: number
  touched_at: number
}

interface CreditEntryRow {
  id: Generated<number>
  subject: string
  identity_id: string | null
  kind: 'charge' | 'grant'
  /** A charge is `held` until its request ends, then `kept` or `refunded`. */
  state: 'held' | 'kept' | 'refunded'
  credits: number
  /** The part taken from the period's allowance; the rest was taken from grants. */
  of_allowance: number
  period: string
  /** The name of the `Idempotency-Key` while a charge is held under one, so that a repeat can take it over. */
  request_key: string | null
  request_id: string | null
  usecase: string
  route: string | null
  note: string | null
  created_at: number
  settled_at: number | null
}

interface UsageRow {
  subject: string
  /** Hours since the epoch. */
  hour: number
  route: string
  route_family: string
  usecase: string
  calls: number
  blocked: number
  last_seen_at: number
}

export interface LimitRequestRow {
  id: string
  identity_id: string
  status: 'pending' | 'approved' | 'rejected'
  per_second: number
  per_minute: number
  reason: string
  created_at: number
  decided_at: number | null
  decision_note: string | null
}

interface OperatorActionRow {
  id: Generated<number>
  at: number
  operator: string
  action: string
  target: string
  /** JSON. */
  details: string
}

interface IdempotentAnswerRow {
  name: string
  body_hash: string
  holder: string
  /** A hash of the caller, for the quota. Null in rows from before there was one. */
  caller: string | null
  /** The length of `answer`. */
  bytes: number
  /** Compressed and encrypted; null while the first request is in progress. */
  answer: string | null
  created_at: number
  expires_at: number
}

interface SandboxMailRow {
  id: Generated<number>
  recipient: string
  subject: string
  text: string
  html: string
  sent_at: number
}
