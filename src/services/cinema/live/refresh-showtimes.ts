/** Decides which showtimes to refresh from their sources for `source_mode` and `freshness`, and what a failure means. */

import { Failure, isFailure } from '../../../core/errors.ts'
import type { ValueOrPromise } from '../../../core/when-ready.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { CinemaContext } from '../cinema-context.ts'
import type { SourceMode, Warning } from '../schema/index.ts'
import { liveLimitWarning, notCapturedWarning, notRefreshedWarning, staleWarning } from '../warnings.ts'
import { isRefreshFailure, type LiveTopic, type RefreshTarget } from './live-refresher.ts'

/** `auto` refreshes data that is older. Default of `freshness`. */
const autoMaxAgeMs = 15 * 60_000

export interface RefreshOptions {
  readonly mode: SourceMode
  readonly maxAgeMs: number | undefined
  readonly nowMs: number
  readonly admission: Admission
}

export interface CapturedTarget extends RefreshTarget {
  readonly capturedAt: number | undefined
}

export interface RefreshRequest extends RefreshOptions {
  readonly targets: readonly CapturedTarget[]
  readonly topic: LiveTopic
  /** More targets are not refreshed. */
  readonly max: number
}

export interface RefreshResult {
  /** 0 if nothing was due. */
  readonly attempted: number
  readonly refreshedIds: ReadonlySet<string>
  readonly warnings: readonly Warning[]
  /** The expected failures; others are thrown. */
  readonly failures: readonly unknown[]
}

type LiveParts = Pick<CinemaContext, 'live' | 'accounts'>

/** Throws `rate_limited`. */
export async function refreshShowtimes(
  { live, accounts }: LiveParts,
  { targets, topic, max, mode, maxAgeMs = autoMaxAgeMs, nowMs, admission }: RefreshRequest,
): Promise<RefreshResult> {
  const isOld = ({ capturedAt }: CapturedTarget) => capturedAt === undefined || nowMs - capturedAt > maxAgeMs
  const dueTargets = targets.filter(
    (target) =>
      mode !== 'cached' && live.supports(target.theater, topic) && (mode === 'live' || isOld(target)),
  )
  const attempted = dueTargets.slice(0, max)
  const warnings = dueTargets.length > max ? [liveLimitWarning(max)] : []
  const refreshedIds = new Set<string>()
  const failures: unknown[] = []
  if (attempted.length > 0) await accounts.admitLive(admission.principal)
  await Promise.all(
    attempted.map(async (target) => {
      try {
        await live.refresh(target, topic)
        refreshedIds.add(target.id)
      } catch (error) {
        if (!isRefreshFailure(error)) throw error
        failures.push(error)
        warnings.push(notRefreshedWarning(target))
      }
    }),
  )
  return { attempted: attempted.length, refreshedIds, warnings, failures }
}

type Captured<Stored> = Stored & { readonly captured_at: number }

export interface ShowtimeRefreshRequest<Stored> extends RefreshOptions {
  readonly target: RefreshTarget
  readonly topic: LiveTopic
  readonly stored: Captured<Stored> | undefined
  reload(): ValueOrPromise<Captured<Stored> | undefined>
}

export interface ShowtimeData<Stored> {
  readonly stored: Captured<Stored> | undefined
  /** `live` if the data was refreshed, otherwise `cached`. */
  readonly mode: SourceMode
  readonly warnings: readonly Warning[]
}

/**
 * The seats or prices of one showtime. With `live`, a failure is thrown; with `auto`, stored data is returned instead
 * if there is any.
 */
export function refreshShowtime<Stored>(
  cinema: LiveParts,
  request: ShowtimeRefreshRequest<Stored>,
): ValueOrPromise<ShowtimeData<Stored>> {
  return request.mode === 'cached' ? storedData(request) : refreshIfDue(cinema, request)
}

async function refreshIfDue<Stored>(
  cinema: LiveParts,
  request: ShowtimeRefreshRequest<Stored>,
): Promise<ShowtimeData<Stored>> {
  const { target, topic, stored, mode } = request
  if (mode === 'live' && !cinema.live.supports(target.theater, topic))
    throw unsupportedCapability('live_refresh', 'This source does not support live refresh.')
  try {
    const targets = [{ ...target, capturedAt: stored?.captured_at }]
    const { refreshedIds, failures } = await refreshShowtimes(cinema, { ...request, targets, max: 1 })
    if (refreshedIds.size > 0) return { stored: await request.reload(), mode: 'live', warnings: [] }
    if (failures.length > 0) throw failures[0]
  } catch (error) {
    const isExpected = isRefreshFailure(error) || isFailure(error, 'rate_limited')
    if (mode === 'live' || stored === undefined || !isExpected) throw error
    return { stored, mode: 'cached', warnings: [staleWarning(target)] }
  }
  return storedData(request)
}

function storedData<Stored>(request: ShowtimeRefreshRequest<Stored>): ShowtimeData<Stored> {
  const { target, topic, stored, maxAgeMs, nowMs } = request
  if (stored === undefined) return { stored, mode: 'cached', warnings: [notCapturedWarning(target, topic)] }
  const isStale = maxAgeMs !== undefined && nowMs - stored.captured_at > maxAgeMs
  return { stored, mode: 'cached', warnings: isStale ? [staleWarning(target)] : [] }
}

export function unsupportedCapability(capability: string, message: string): Failure {
  return new Failure('unsupported_capability', message, { details: { capability } })
}
