/** cached, live, auto: what is stored, what the source says now, or whichever is right. */

import { Failure, isFailure } from '../../../core/errors.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { Room } from '../cinema-context.ts'
import { autoAgeMs } from '../routes/showtime-page.ts'
import type { SourceMode, Warning } from '../schema/index.ts'
import { isNoAnswer, type LiveShowtime, type LiveTopic } from './live-refresher.ts'

export interface RefreshAsk<Stored> {
  readonly showtime: LiveShowtime
  readonly topic: LiveTopic
  readonly mode: SourceMode
  readonly maxAgeMs: number | undefined
  readonly nowMs: number
  readonly admission: Admission
  readonly stored: Captured<Stored> | undefined
  readAgain(): Promise<Captured<Stored> | undefined>
}

type Captured<Stored> = Stored & { readonly captured_at: number }

export interface Refreshed<Stored> {
  readonly stored: Captured<Stored> | undefined
  /** How it came about in the end. */
  readonly mode: SourceMode
  readonly warnings: readonly Warning[]
}

export async function refreshed<Stored>(room: Room, ask: RefreshAsk<Stored>): Promise<Refreshed<Stored>> {
  const { mode, showtime, topic } = ask
  const canAsk = room.live.can(showtime.theater, topic)
  if (mode === 'live') {
    if (!canAsk) throw unsupported('live_refresh', 'This source cannot be asked at request time.')
    await room.accounts.admitLive(ask.admission.who)
    await room.live.refresh(showtime, topic)
    return { stored: await ask.readAgain(), mode, warnings: [] }
  }
  const { stored } = ask
  const age = stored === undefined ? Number.POSITIVE_INFINITY : ask.nowMs - stored.captured_at
  if (mode === 'auto' && canAsk && age > (ask.maxAgeMs ?? autoAgeMs)) return await tryLive(room, ask)
  const isStale = stored !== undefined && ask.maxAgeMs !== undefined && age > ask.maxAgeMs
  const warnings = stored === undefined ? [notCaptured(ask)] : isStale ? [stale(ask)] : []
  return { stored, mode: 'cached', warnings }
}

/** What is stored is better than nothing; nothing is told as such. */
async function tryLive<Stored>(room: Room, ask: RefreshAsk<Stored>): Promise<Refreshed<Stored>> {
  const { stored } = ask
  try {
    await room.accounts.admitLive(ask.admission.who)
    await room.live.refresh(ask.showtime, ask.topic)
    return { stored: await ask.readAgain(), mode: 'live', warnings: [] }
  } catch (error) {
    const isExpected = isNoAnswer(error) || isFailure(error, 'rate_limited')
    if (!isExpected || stored === undefined) throw error
    return { stored, mode: 'cached', warnings: [stale(ask)] }
  }
}

export function unsupported(capability: string, message: string): Failure {
  return new Failure('unsupported_capability', message, { details: { capability } })
}

function stale({ showtime, topic }: RefreshAsk<unknown>): Warning {
  return {
    code: 'stale_availability',
    message: `The ${topic} told are older than was asked for.`,
    source_id: showtime.theater.sourceId,
    showtime_id: showtime.id,
  }
}

function notCaptured({ showtime, topic }: RefreshAsk<unknown>): Warning {
  return {
    code: 'not_captured',
    message: `Nobody has asked for the ${topic} of this showtime yet; source_mode=auto asks.`,
    source_id: showtime.theater.sourceId,
    showtime_id: showtime.id,
  }
}
