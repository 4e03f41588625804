/** Alarms, what silences them, and the messages about them. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    alarm: {
      columns: {
        id: 'text key',
        kind: 'text',
        subject: 'text',
        node: 'text',
        detail: 'text',
        since: 'integer',
        seen_at: 'integer',
        absent_since: 'integer?',
        announced_at: 'integer?',
      },
    },
    alarm_mute: {
      columns: {
        target: 'text key',
        until: 'integer',
        muted_at: 'integer',
        muted_by: 'text',
        note: 'text?',
      },
    },
    alarm_message: {
      columns: {
        id: 'text',
        recipient: 'text',
        body: 'text',
        created_at: 'integer',
        due_at: 'integer',
        attempts: 'integer',
        sent_at: 'integer?',
        error: 'text?',
      },
      key: ['id', 'recipient'],
    },
  })
}
