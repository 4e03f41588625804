/** Subscriptions to changes, and what was sent to them. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createIndexes, createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    webhook: {
      columns: {
        id: 'text key',
        identity_id: 'text',
        service: 'text',
        filters: 'text',
        url: 'text',
        label: 'text?',
        state: 'text',
        reason: 'text?',
        secret_version: 'integer',
        old_secret_until: 'integer?',
        epoch: 'integer',
        position: 'integer',
        position_at: 'integer',
        generation: 'integer',
        created_at: 'integer',
        changed_at: 'integer',
        failing_since: 'integer?',
        failures: 'integer',
        delivered_at: 'integer?',
        mail_due_at: 'integer?',
      },
    },
    webhook_delivery: {
      columns: {
        id: 'text key',
        webhook_id: 'text',
        epoch: 'integer',
        number: 'integer',
        type: 'text',
        subject: 'text',
        matches: 'integer',
        state: 'text',
        attempts: 'integer',
        due_at: 'integer',
        created_at: 'integer',
        finished_at: 'integer?',
        status: 'integer?',
        error: 'text?',
      },
    },
  })
  await createIndexes(db, [
    'webhook_by_identity on webhook (identity_id)',
    'webhook_delivery_by_webhook on webhook_delivery (webhook_id, created_at)',
    "webhook_delivery_pending on webhook_delivery (webhook_id) where state = 'pending'",
    'webhook_delivery_by_age on webhook_delivery (created_at)',
  ])
}
