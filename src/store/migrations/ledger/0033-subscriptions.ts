/** Subscriptions to changes by e-mail, and to what matches as a calendar. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  subscription: {
    columns: {
      id: 'text key',
      identity_id: 'text',
      form: 'text',
      service: 'text',
      /** As those of a webhook. */
      filters: 'text',
      /** How often e-mails are sent; null for calendars. */
      every: 'text?',
      /** `stopped`: the address was refused. */
      state: 'text',
      /** Of the read model that its position belongs to. */
      epoch: 'integer',
      /** The last change that an e-mail had, or that did not match. */
      position: 'integer',
      position_at: 'integer',
      /** When the next e-mail is due; null if none is. */
      due_at: 'integer?',
      sent_at: 'integer?',
      created_at: 'integer',
    },
  },
} as const satisfies Tables

export type SubscriptionTables = RowsOf<typeof tables>

export const up = creates(tables, [
  'subscription_by_identity on subscription (identity_id)',
  'subscription_due on subscription (due_at) where due_at is not null',
])
