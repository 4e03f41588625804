/** Alarms for the command line: what is open, what is muted, and a test of the ways to operators. */

import { userInfo } from 'node:os'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Store } from '../../store/store.ts'
import type { AppContext } from '../app-context.ts'
import { createStore, openExistingStore, requireDatabase } from '../store.ts'
import type { Message } from './message.ts'
import { type Mute, mute, unmute } from './mutes.ts'
import { type ListedAlarms, readListedAlarms, toMuteView } from './operator-alarms.ts'
import { recipientsOf, sendTest } from './send-messages.ts'
import { openRoute } from './watch-alarms.ts'

/** Without a database there are none, and none is created to say so. */
export async function listAlarms(context: AppContext): Promise<ListedAlarms> {
  await using store = await openExistingStore(context)
  if (store === undefined) return { alarms: [], mutes: [] }
  return await readListedAlarms(store, context.clock.now())
}

export async function muteFromCommandLine(context: AppContext, wanted: Omit<Mute, 'operator'>) {
  await using store = await openStore(context)
  const operator = userInfo().username
  return toMuteView(await mute(store.ledger, { ...wanted, operator }, context.clock.now()))
}

export async function unmuteFromCommandLine(context: AppContext, target: string): Promise<void> {
  await using store = await openStore(context)
  await unmute(store.ledger, { target, operator: userInfo().username }, context.clock.now())
}

/** Sends a test to every recipient at once, in quiet hours too. */
export async function testAlarms(context: AppContext, signal: AbortSignal) {
  await using store = await openStore(context)
  await using stack = new AsyncDisposableStack()
  const route = await openRoute(context, store, stack)
  if (recipientsOf(route).length === 0)
    throw new Failure('invalid_request', 'There is nobody to tell: set OPERATOR_EMAILS or ALARM_WEBHOOK_URL.')
  const message: Message = {
    type: 'alarm.test',
    timestamp: toInstant(context.clock.now()),
    data: { note: 'This is a test: alarms and the daily digest of this server reach you.' },
  }
  return await sendTest(message, route, () => context.clock.now(), signal)
}

async function openStore(context: AppContext): Promise<Store> {
  requireDatabase(context.loaded)
  return await createStore(context, 'worker', { mayMigrate: false })
}
