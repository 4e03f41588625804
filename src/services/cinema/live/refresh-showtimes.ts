/** Decides which showtimes to refresh from their sources for `source_mode` and `freshness`, and what a failure means. */

import { Failure, isFailure } from '../../../core/errors.ts'
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

export interface ShowtimeRefreshRequest extends RefreshOptions {
  readonly target: CapturedTarget
  readonly topic: LiveTopic
}

export interface ShowtimeRefresh {
  /** `live` if the data was refreshed and has to be read again, otherwise `cached`. */
  readonly mode: SourceMode
  readonly warnings: readonly Warning[]
}

/** The seats or prices of one showtime. With `live`, a failure is thrown; with `auto`, only if nothing is stored. */
export async function refreshShowtime(
  cinema: LiveParts,
  request: ShowtimeRefreshRequest,
): Promise<ShowtimeRefresh> {
  const { target, topic, mode } = request
  if (mode === 'cached') return { mode, warnings: storedWarnings(cinema, request) }
  if (mode === 'live' && !cinema.live.supports(target.theater, topic))
    throw unsupportedCapability('live_refresh', 'This source does not support live refresh.')
  try {
    const refreshed = await refreshShowtimes(cinema, { ...request, targets: [target], max: 1 })
    if (refreshed.refreshedIds.size > 0) return { mode: 'live', warnings: [] }
    if (refreshed.failures.length > 0) throw refreshed.failures[0]
  } catch (error) {
    const isExpected = isRefreshFailure(error) || isFailure(error, 'rate_limited')
    if (mode === 'live' || target.capturedAt === undefined || !isExpected) throw error
    return { mode: 'cached', warnings: [staleWarning(target)] }
  }
  return { mode: 'cached', warnings: storedWarnings(cinema, request) }
}

function storedWarnings(
  { live }: LiveParts,
  { target, topic, maxAgeMs, nowMs }: ShowtimeRefreshRequest,
): Warning[] {
  if (target.capturedAt === undefined)
    return [notCapturedWarning(target, topic, live.supports(target.theater, topic))]
  return maxAgeMs !== undefined && nowMs - target.capturedAt > maxAgeMs ? [staleWarning(target)] : []
}

export function unsupportedCapability(capability: string, message: string): Failure {
  return new Failure('unsupported_capability', message, { details: { capability } })
}
