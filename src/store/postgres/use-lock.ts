/** A lock that all processes with an open store share, so that a restore finds out whether there are any. */

import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { systemClock } from '../../core/clock.ts'

/** The connections of a process that has just ended may still be there. */
const attemptsMax = 20
const pauseMs = 100

/** Until the connection ends, however it ends. */
export async function holdUseLock(client: pg.Client, schema: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [lockName(schema)])
}

/** Whether no process has this schema open. Then none can open it before the transaction ends. */
export async function lockIfUnused<Tables>(tx: Transaction<Tables>, schema: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await sql<{ locked: number }>`
      select pg_try_advisory_xact_lock(hashtextextended(${lockName(schema)}, 0)) as locked
    `.execute(tx)
    if (rows[0]?.locked === 1) return true
    if (attempt === attemptsMax) return false
    await systemClock.sleep(pauseMs)
  }
}

function lockName(schema: string): string {
  return `${schema}:in use`
}
