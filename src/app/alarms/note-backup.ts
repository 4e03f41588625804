/** After a backup: the ledger remembers when it was made, so that an alarm says when the last one is too old. */

import { recordBackup } from '../../store/coordination/last-backup.ts'
import type { AppContext } from '../app-context.ts'
import { createStore } from '../store.ts'

export async function noteBackup(context: AppContext): Promise<void> {
  await using store = await createStore(context, 'worker', { mayMigrate: false, isOfAnyProfile: true })
  await recordBackup(store.ledger, context.clock.now())
}
