/** Compares the causes that hold with the open alarms, the rows of `alarm`, and queues what operators have to hear. */

import { toInstant } from '../../core/clock.ts'
import { chunks } from '../../store/chunks.ts'
import type { Store } from '../../store/store.ts'
import type { AlarmRow } from '../../store/tables.ts'
import { readAlarms, toAlarmView } from './alarm-rows.ts'
import { type AlarmKind, alarmKinds, type Cause } from './causes.ts'
import { type Message, queueMessage } from './message.ts'
import { isMuted, readMutes } from './mutes.ts'

/** A cause that comes and goes is one alarm: it ends after so long without the cause. */
const calmMs = 15 * 60_000
/** What only a node can say, and it no longer does. */
const vanishedMs = 24 * 3_600_000
const detailCharactersMax = 500

interface Update {
  /** The host name of the node whose causes these are; empty for those that all nodes share. */
  readonly node: string
  readonly causes: readonly Cause[]
  readonly recipients: readonly string[]
  readonly nowMs: number
}

export interface AlarmChange {
  readonly type: 'alarm.opened' | 'alarm.ended'
  readonly alarm: AlarmRow
}

function alarmId({ kind, subject }: Pick<Cause, 'kind' | 'subject'>): string {
  return subject === '' ? kind : `${kind}:${subject}`
}

/** Several nodes may do it at once: each change is announced by one of them. Returns what it has announced. */
export async function updateAlarms(
  { ledger }: Pick<Store, 'ledger'>,
  update: Update,
): Promise<AlarmChange[]> {
  const { node, causes, recipients, nowMs } = update
  const known = await readAlarms({ ledger })
  if (causes.length === 0 && !known.some((row) => isConcerned(row, node, nowMs))) return []
  const mutes = await readMutes(ledger, nowMs)
  return await ledger.transaction(async (tx) => {
    await ledger.dialect.lock(tx, 'alarms')
    const rows = (await tx.selectFrom('alarm').selectAll().execute()).filter((row) =>
      isConcerned(row, node, nowMs),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    const current = causes.map((cause) => toRow(cause, byId.get(alarmId(cause)), node, nowMs))
    const ids = new Set(current.map(({ id }) => id))
    const absent = rows
      .filter(({ id }) => !ids.has(id))
      .map((row) => ({ ...row, absent_since: row.absent_since ?? nowMs }))
    const isOver = (row: AlarmRow) => row.absent_since !== null && nowMs - row.absent_since >= calmMs
    const ended = absent.filter((row) => isOver(row) && row.announced_at !== null)
    const open = [...current, ...absent.filter((row) => !isOver(row))]
    const opened = open.filter((row) => isToAnnounce(row, nowMs) && !isMuted(row, mutes))
    for (const chunk of chunks([...byId.keys()]))
      await tx.deleteFrom('alarm').where('id', 'in', chunk).execute()
    const announced = new Set(opened)
    const openRows = open.map((row) => (announced.has(row) ? { ...row, announced_at: nowMs } : row))
    for (const chunk of chunks(openRows))
      await tx
        .insertInto('alarm')
        .values([...chunk])
        .execute()
    const changes: AlarmChange[] = [
      ...opened.map((alarm) => ({ type: 'alarm.opened' as const, alarm })),
      ...ended.map((alarm) => ({ type: 'alarm.ended' as const, alarm })),
    ]
    for (const { type, alarm } of changes) {
      const message: Message = { type, timestamp: toInstant(nowMs), data: toAlarmView(alarm) }
      await queueMessage(tx, message, recipients, nowMs)
    }
    return changes
  })
}

/** Whether the node judges the alarm: its own, and those of all that a node left behind that is gone. */
function isConcerned(row: AlarmRow, node: string, nowMs: number): boolean {
  return row.node === node || (node === '' && row.seen_at < nowMs - vanishedMs)
}

function toRow(cause: Cause, known: AlarmRow | undefined, node: string, nowMs: number): AlarmRow {
  return {
    id: alarmId(cause),
    kind: cause.kind,
    subject: cause.subject,
    node,
    detail: cause.detail.slice(0, detailCharactersMax),
    since: known?.since ?? nowMs,
    seen_at: nowMs,
    absent_since: null,
    announced_at: known?.announced_at ?? null,
  }
}

function isToAnnounce({ kind, since, announced_at, absent_since }: AlarmRow, nowMs: number): boolean {
  const { waitMs } = alarmKinds[kind as AlarmKind] ?? { waitMs: 0 }
  return announced_at === null && absent_since === null && nowMs - since >= waitMs
}
