/** What operators do not want to hear of for a while: the rows of `alarm_mute`. */

import { Failure } from '../../core/errors.ts'
import { identityLedger, recordAction } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import type { AlarmMuteRow } from '../../store/tables.ts'
import { alarmKinds } from './causes.ts'

type Ledger = Store['ledger']

export const muteHoursMax = 365 * 24
export const noteCharactersMax = 200
const mutesMax = 200

export interface Mute {
  readonly target: string
  readonly hours: number
  readonly operator: string
  readonly note?: string | undefined
}

/** Those that hold now. */
export async function readMutes({ read }: Ledger, nowMs: number): Promise<AlarmMuteRow[]> {
  return await read
    .selectFrom('alarm_mute')
    .selectAll()
    .where('until', '>', nowMs)
    .orderBy('until')
    .limit(mutesMax)
    .execute()
}

export function isMuted(
  { id, kind }: { readonly id: string; readonly kind: string },
  mutes: readonly Pick<AlarmMuteRow, 'target'>[],
): boolean {
  return mutes.some(({ target }) => target === 'all' || target === kind || target === id)
}

/** Replaces what was said about the target before, and records the action. */
export async function mute(
  ledger: Ledger,
  { target, hours, operator, note }: Mute,
  nowMs: number,
): Promise<AlarmMuteRow> {
  requireTarget(target)
  if ((note?.length ?? 0) > noteCharactersMax)
    throw new Failure('invalid_request', `The note is longer than ${noteCharactersMax} characters.`)
  const row = {
    target,
    until: nowMs + hours * 3_600_000,
    muted_at: nowMs,
    muted_by: operator,
    note: note ?? null,
  }
  await identityLedger(ledger).transaction(async (tx) => {
    await tx.deleteFrom('alarm_mute').where('until', '<=', nowMs).execute()
    await tx.deleteFrom('alarm_mute').where('target', '=', target).execute()
    const others = await tx.selectFrom('alarm_mute').select('target').execute()
    if (others.length >= mutesMax)
      throw new Failure(
        'invalid_request',
        `There are ${mutesMax} mutes already: unmute some, or mute a kind.`,
      )
    await tx.insertInto('alarm_mute').values(row).execute()
    await recordAction(tx, { operator, action: 'alarms.mute', target, details: { hours } }, nowMs)
  })
  return row
}

export async function unmute(
  ledger: Ledger,
  { target, operator }: Pick<Mute, 'target' | 'operator'>,
  nowMs: number,
): Promise<void> {
  requireTarget(target)
  await identityLedger(ledger).transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('alarm_mute')
      .where('target', '=', target)
      .where('until', '>', nowMs)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Failure('not_found', `${target} is not muted.`)
    await recordAction(tx, { operator, action: 'alarms.unmute', target }, nowMs)
  })
}

/** The id of an alarm, which need not exist yet, a kind, or `all`. */
function requireTarget(target: string): void {
  const [kind = '', subject] = target.split(/:(.*)/s, 2)
  const isKnown =
    Object.hasOwn(alarmKinds, kind) && (subject === undefined || /^[\x21-\x7e]{1,260}$/.test(subject))
  if (target === 'all' || isKnown) return
  const kinds = Object.keys(alarmKinds).join(', ')
  throw new Failure(
    'invalid_request',
    `There is no alarm ${target.slice(0, 100)}: name one of the list, a kind (${kinds}) or all.`,
  )
}
