/** cached, live, auto: what is stored, what the source says now, or whichever is right. */

import { Failure, isFailure } from '../../../core/errors.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { autoMaxAgeMs } from '../routes/showtime-page.ts'
import type { SourceMode, Warning } from '../schema/index.ts'
import { isRefreshFailure, type LiveTopic, type RefreshTarget } from './live-refresher.ts'

export interface RefreshRequest<Stored> {
  readonly showtime: RefreshTarget
  readonly topic: LiveTopic
  readonly mode: SourceMode
  readonly maxAgeMs: number | undefined
  readonly nowMs: number
  readonly admission: Admission
  readonly stored: Captured<Stored> | undefined
  reload(): Promise<Captured<Stored> | undefined>
}

type Captured<Stored> = Stored & { readonly captured_at: number }

export interface RefreshResult<Stored> {
  readonly stored: Captured<Stored> | undefined
  /** How it came about in the end. */
  readonly mode: SourceMode
  readonly warnings: readonly Warning[]
}

export async function applySourceMode<Stored>(
  cinema: CinemaContext,
  request: RefreshRequest<Stored>,
): Promise<RefreshResult<Stored>> {
  const { mode, showtime, topic } = request
  const canRefresh = cinema.live.supports(showtime.theater, topic)
  if (mode === 'live') {
    if (!canRefresh)
      throw unsupportedCapability('live_refresh', 'This source cannot be asked at request time.')
    await cinema.accounts.admitLive(request.admission.principal)
    await cinema.live.refresh(showtime, topic)
    return { stored: await request.reload(), mode, warnings: [] }
  }
  const { stored } = request
  const age = stored === undefined ? Number.POSITIVE_INFINITY : request.nowMs - stored.captured_at
  if (mode === 'auto' && canRefresh && age > (request.maxAgeMs ?? autoMaxAgeMs))
    return await refreshOrFallBack(cinema, request)
  const isStale = stored !== undefined && request.maxAgeMs !== undefined && age > request.maxAgeMs
  const warnings =
    stored === undefined ? [notCapturedWarning(request)] : isStale ? [staleWarning(request)] : []
  return { stored, mode: 'cached', warnings }
}

/** What is stored is better than nothing; nothing is told as such. */
async function refreshOrFallBack<Stored>(
  cinema: CinemaContext,
  request: RefreshRequest<Stored>,
): Promise<RefreshResult<Stored>> {
  const { stored } = request
  try {
    await cinema.accounts.admitLive(request.admission.principal)
    await cinema.live.refresh(request.showtime, request.topic)
    return { stored: await request.reload(), mode: 'live', warnings: [] }
  } catch (error) {
    const isExpected = isRefreshFailure(error) || isFailure(error, 'rate_limited')
    if (!isExpected || stored === undefined) throw error
    return { stored, mode: 'cached', warnings: [staleWarning(request)] }
  }
}

export function unsupportedCapability(capability: string, message: string): Failure {
  return new Failure('unsupported_capability', message, { details: { capability } })
}

function staleWarning({ showtime, topic }: RefreshRequest<unknown>): Warning {
  return {
    code: 'stale_availability',
    message: `The ${topic} told are older than was asked for.`,
    source_id: showtime.theater.sourceId,
    showtime_id: showtime.id,
  }
}

function notCapturedWarning({ showtime, topic }: RefreshRequest<unknown>): Warning {
  return {
    code: 'not_captured',
    message: `Nobody has asked for the ${topic} of this showtime yet; source_mode=auto asks.`,
    source_id: showtime.theater.sourceId,
    showtime_id: showtime.id,
  }
}
