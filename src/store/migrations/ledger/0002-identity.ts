/** Identities with their codes, tokens, keys, credits, usage and limit requests, and the actions of operators. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  identity: {
    columns: {
      id: 'text key',
      email: 'text unique',
      created_at: 'integer',
      /** Individual limits, set when a limit request is approved. */
      per_second: 'integer?',
      per_minute: 'integer?',
    },
  },
  sign_in_code: {
    columns: { address_hash: 'text key', code_hash: 'text', tries: 'integer', expires_at: 'integer' },
  },
  management_token: {
    columns: {
      id: 'text key',
      identity_id: 'text',
      hash: 'text',
      created_at: 'integer',
      expires_at: 'integer',
    },
  },
  api_key: {
    columns: {
      id: 'text key',
      identity_id: 'text',
      hash: 'text',
      last_four: 'text',
      label: 'text?',
      created_at: 'integer',
      last_used_at: 'integer?',
      expires_at: 'integer?',
      revoked_at: 'integer?',
    },
  },
  guard: {
    columns: { name: 'text key', count: 'integer', opened_at: 'integer', expires_at: 'integer' },
  },
  credit_account: {
    columns: {
      /** The id of an identity (the first of its mailbox), or a hash of an anonymous caller's address. */
      subject: 'text key',
      identity_id: 'text?',
      /** `2026-11` or `2026-11-15`. */
      period: 'text',
      used_in_period: 'integer',
      granted: 'integer',
      used_of_grants: 'integer',
      used_ever: 'integer',
      touched_at: 'integer',
    },
  },
  credit_entry: {
    columns: {
      id: 'counter',
      subject: 'text',
      identity_id: 'text?',
      kind: 'text',
      state: 'text',
      credits: 'integer',
      /** The part taken from the period's allowance; the rest was taken from grants. */
      of_allowance: 'integer',
      period: 'text',
      /** The name of the `Idempotency-Key` while a charge is held under one, so that a repeat can take it over. */
      request_key: 'text? unique',
      request_id: 'text?',
      usecase: 'text',
      route: 'text?',
      note: 'text?',
      created_at: 'integer',
      settled_at: 'integer?',
    },
  },
  usage: {
    key: ['subject', 'hour', 'route'],
    columns: {
      subject: 'text',
      /** Hours since the epoch. */
      hour: 'integer',
      route: 'text',
      route_family: 'text',
      usecase: 'text',
      calls: 'integer',
      blocked: 'integer',
      last_seen_at: 'integer',
    },
  },
  limit_request: {
    columns: {
      id: 'text key',
      identity_id: 'text',
      status: 'text',
      per_second: 'integer',
      per_minute: 'integer',
      reason: 'text',
      created_at: 'integer',
      decided_at: 'integer?',
      decision_note: 'text?',
    },
  },
  operator_action: {
    columns: {
      id: 'counter',
      at: 'integer',
      operator: 'text',
      action: 'text',
      target: 'text',
      /** JSON. */
      details: 'text',
    },
  },
  idempotent_answer: {
    columns: {
      name: 'text key',
      body_hash: 'text',
      holder: 'text',
      /** Compressed and encrypted; null while the first request is in progress. */
      answer: 'text?',
      created_at: 'integer',
      expires_at: 'integer',
    },
  },
  sandbox_mail: {
    columns: {
      id: 'counter',
      recipient: 'text',
      subject: 'text',
      text: 'text',
      html: 'text',
      sent_at: 'integer',
    },
  },
} as const satisfies Tables

export type IdentityTables = RowsOf<typeof tables>

const indexes = [
  'management_token_by_expiry on management_token (expires_at)',
  'api_key_by_identity on api_key (identity_id, created_at)',
  'guard_by_expiry on guard (expires_at)',
  'credit_entry_by_subject on credit_entry (subject, created_at)',
  'credit_entry_by_time on credit_entry (created_at)',
  'credit_entry_by_state on credit_entry (state, created_at)',
  'usage_by_hour on usage (hour)',
  'limit_request_by_identity on limit_request (identity_id, status)',
  'limit_request_by_status on limit_request (status, created_at)',
  'idempotent_answer_by_expiry on idempotent_answer (expires_at)',
]

export const up = creates(tables, indexes)
