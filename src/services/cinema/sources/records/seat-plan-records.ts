/** The records of seat plans that are requested by session. */

import type { MapContext, ParsedResponse } from '../../../../sync/source.ts'
import {
  mergeRepeatedLayouts,
  type SeatCell,
  type SeatPlan,
  toSeatRecords,
} from '../../normalise/seat-map.ts'
import type { AvailabilityRecord, CinemaRecord, ShowtimeRecord } from '../../schema/records.ts'
import type { CinemaMember } from '../cinema-member.ts'
import type { ReadSessions } from './session-list.ts'

/** The response to a request for a plan does not name its session, so the saved URL has it as a fragment. */
export function withSession(url: string, session: string): string {
  return `${url}#${new URLSearchParams({ session })}`
}

export function sessionOf({ url }: Pick<ParsedResponse, 'url'>): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('session') ?? ''
}

export interface PlanInput
  extends Pick<SeatPlan, 'sections' | 'distinguishesHeld' | 'layout' | 'warnings'>,
    Partial<Pick<SeatPlan, 'confidence'>> {
  /** Undefined for what is not a seat. */
  readonly cells: readonly (SeatCell | undefined)[]
}

/**
 * The records of all plans among the responses, then the counts of the sessions without a plan. `kind` is that of the plans;
 * `readPlan` maps the body of one.
 */
export function toPlansAndCounts(
  responses: readonly ParsedResponse[],
  { showtimes, counts }: Pick<ReadSessions, 'showtimes' | 'counts'>,
  context: MapContext<CinemaMember>,
  kind: string,
  readPlan: (body: ParsedResponse['body']) => PlanInput,
): Generator<CinemaRecord> {
  const plans = responses.filter((response) => response.kind === kind)
  const records = plans.flatMap((plan) =>
    toPlanRecords(sessionOf(plan), readPlan(plan.body), showtimes, context),
  )
  return withCounts(records, counts)
}

export function toPlanRecords(
  session: string,
  { cells: listed, confidence = 'medium', ...plan }: PlanInput,
  showtimes: readonly ShowtimeRecord[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): CinemaRecord[] {
  const showtime = showtimes.find((other) => other.session === session)
  const cells = listed.filter((cell) => cell !== undefined)
  for (let unread = listed.length - cells.length; unread > 0; unread--) drop('not a seat')
  if (cells.length === 0 && showtime?.seating !== 'general_admission') drop('a seat plan without seats')
  return toSeatRecords({
    ...plan,
    sections: plan.sections.length === 0 ? [{ id: '', label: '' }] : plan.sections,
    site: member.site,
    session,
    screen: showtime?.screen,
    cells,
    seating: showtime?.seating ?? 'unknown',
    capturedAt: nowMs,
    confidence,
  })
}

/** Records of plans, then the counts of the sessions without a plan. */
export function* withCounts(
  plans: readonly CinemaRecord[],
  counts: readonly AvailabilityRecord[],
): Generator<CinemaRecord> {
  const withPlan = new Set(
    plans.flatMap((record) => (record.type === 'availability' ? [record.session] : [])),
  )
  yield* mergeRepeatedLayouts(plans)
  yield* counts.filter(({ session }) => !withPlan.has(session))
}
