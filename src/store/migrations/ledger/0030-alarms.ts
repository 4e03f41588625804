/** Alarms, what silences them, and the messages about them. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  /** A cause of which operators hear; see `updateAlarms`. */
  alarm: {
    columns: {
      /** The kind and, if there can be several of it, the subject: `host_refuses:api.example.org`. */
      id: 'text key',
      kind: 'text',
      subject: 'text',
      /** The host name of the node that found it; empty if it is the same for all nodes. */
      node: 'text',
      detail: 'text',
      since: 'integer',
      seen_at: 'integer',
      /** Since when the cause no longer holds; null if it does. */
      absent_since: 'integer?',
      /** When messages about it were queued; null if it is muted, or too young. */
      announced_at: 'integer?',
    },
  },
  /** What operators do not want to hear of. */
  alarm_mute: {
    columns: {
      /** The id of an alarm, a kind, or `all`. */
      target: 'text key',
      until: 'integer',
      muted_at: 'integer',
      muted_by: 'text',
      note: 'text?',
    },
  },
  /** A message to operators. */
  alarm_message: {
    columns: {
      /** The same for all recipients. */
      id: 'text',
      /** An e-mail address, or `webhook`. */
      recipient: 'text',
      /** JSON; see `Message`. */
      body: 'text',
      created_at: 'integer',
      /** When it may be sent, or sent again. */
      due_at: 'integer',
      attempts: 'integer',
      sent_at: 'integer?',
      /** Of the last attempt. */
      error: 'text?',
    },
    key: ['id', 'recipient'],
  },
} as const satisfies Tables

export type AlarmTables = RowsOf<typeof tables>

export const up = creates(tables)
