/** Subscriptions to changes, and what was sent to them. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  /** A subscription to changes, which are posted to an address of its owner. */
  webhook: {
    columns: {
      id: 'text key',
      identity_id: 'text',
      service: 'text',
      /** The parameters of the filter as a JSON object of texts, as they were sent. */
      filters: 'text',
      url: 'text',
      label: 'text?',
      state: 'text',
      /** Why it has ended or is disabled. */
      reason: 'text?',
      /** The secret follows from the id and this number; see `webhookSecrets`. */
      secret_version: 'integer',
      /** Until when the secret before it also signs. */
      old_secret_until: 'integer?',
      /** Of the read model that its position belongs to. */
      epoch: 'integer',
      /** The number of the last change up to which every matching one is delivered or has a row in `webhook_delivery`. */
      position: 'integer',
      /** When that change was detected; 0 if that is not known. */
      position_at: 'integer',
      /** Raised when its owner moves it or lets it go on: the position that a sender knows is then outdated. */
      generation: 'integer',
      created_at: 'integer',
      changed_at: 'integer',
      /** Since when every attempt has failed. */
      failing_since: 'integer?',
      /** Attempts that failed in a row. */
      failures: 'integer',
      delivered_at: 'integer?',
      /** When its owner is to be told that it was disabled; null if that is done or not due. */
      mail_due_at: 'integer?',
    },
  },
  /** A change that was sent, or is to be sent again. It has no copy of the change: that is read from the log for each attempt. */
  webhook_delivery: {
    columns: {
      /** The `webhook-id`: the same for all attempts. */
      id: 'text key',
      webhook_id: 'text',
      epoch: 'integer',
      /** Of the change; 0 for other messages. */
      number: 'integer',
      type: 'text',
      subject: 'text',
      /** 0 if the change made it leave the filter. */
      matches: 'integer',
      state: 'text',
      attempts: 'integer',
      due_at: 'integer',
      created_at: 'integer',
      finished_at: 'integer?',
      /** Of the response to the last attempt. */
      status: 'integer?',
      error: 'text?',
    },
  },
} as const satisfies Tables

export type WebhookTables = RowsOf<typeof tables>

export const up = creates(tables, [
  'webhook_by_identity on webhook (identity_id)',
  'webhook_delivery_by_webhook on webhook_delivery (webhook_id, created_at)',
  "webhook_delivery_pending on webhook_delivery (webhook_id) where state = 'pending'",
  'webhook_delivery_by_age on webhook_delivery (created_at)',
])
