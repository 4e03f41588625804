/** Messages to operators: what they say, and the rows of `alarm_message` that wait to be sent. */

import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { chunks } from '../../store/chunks.ts'
import type { LedgerTables } from '../../store/tables.ts'
import type { AlarmView } from './alarm-rows.ts'
import type { Digest } from './digest.ts'

/** As JSON to the webhook, after the convention of Standard Webhooks. */
export type Message =
  | { readonly type: 'alarm.opened' | 'alarm.ended'; readonly timestamp: string; readonly data: AlarmView }
  | { readonly type: 'digest.daily'; readonly timestamp: string; readonly data: Digest }
  | { readonly type: 'alarm.test'; readonly timestamp: string; readonly data: { readonly note: string } }

/** The recipient that is no e-mail address. */
export const webhookRecipient = 'webhook'

/** Adds one row per recipient, unless the id is known. */
export async function queueMessage(
  tx: Transaction<LedgerTables>,
  message: Message,
  recipients: readonly string[],
  nowMs: number,
  id = `msg_${randomUUID()}`,
): Promise<void> {
  const body = JSON.stringify(message)
  const rows = recipients.map((recipient) => ({
    id,
    recipient,
    body,
    created_at: nowMs,
    due_at: nowMs,
    attempts: 0,
    sent_at: null,
    error: null,
  }))
  for (const chunk of chunks(rows))
    await tx
      .insertInto('alarm_message')
      .values([...chunk])
      .onConflict((conflict) => conflict.columns(['id', 'recipient']).doNothing())
      .execute()
}
