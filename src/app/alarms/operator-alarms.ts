/** Alarms as operators see them: what is open, and what is muted. */

import { type Clock, toInstant, toInstantOrNull } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import type { AlarmMuteRow, AlarmRow } from '../../store/tables.ts'
import { alarmTitle } from './alarm-mail.ts'
import { readAlarms, toAlarmView } from './alarm-rows.ts'
import { isMuted, type Mute, mute, readMutes, unmute } from './mutes.ts'

export type OperatorAlarms = ReturnType<typeof createOperatorAlarms>

/** For the routes. */
export function createOperatorAlarms({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  return {
    list: () => readListedAlarms(store, clock.now()),
    mute: async (wanted: Mute) => toMuteView(await mute(store.ledger, wanted, clock.now())),
    unmute: (wanted: Pick<Mute, 'target' | 'operator'>) => unmute(store.ledger, wanted, clock.now()),
  }
}

export type ListedAlarms = Awaited<ReturnType<typeof readListedAlarms>>

export async function readListedAlarms(store: Store, nowMs: number) {
  const mutes = await readMutes(store.ledger, nowMs)
  const alarms = await readAlarms(store)
  return { alarms: alarms.map((row) => toListed(row, mutes)), mutes: mutes.map(toMuteView) }
}

/** `waiting`: its cause must hold for longer before operators hear of it. `calm`: the cause is gone, and the alarm soon is. */
function toListed(row: AlarmRow, mutes: readonly AlarmMuteRow[]) {
  const state = isMuted(row, mutes)
    ? 'muted'
    : row.absent_since !== null
      ? 'calm'
      : row.announced_at === null
        ? 'waiting'
        : 'open'
  return {
    ...toAlarmView(row),
    title: alarmTitle(row),
    state,
    announced_at: toInstantOrNull(row.announced_at),
  } as const
}

export function toMuteView({ target, until, muted_by, note }: AlarmMuteRow) {
  return { target, until: toInstant(until), muted_by, note }
}
