/** Defines a cinema source: an adapter for one platform, joined with the platform's theaters. */

import { Type } from 'typebox'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Outbound, OutboundResponse } from '../../../core/outbound/outbound.ts'
import { withMembers } from '../../../sync/define-source.ts'
import type {
  FetchContext,
  ParsedResponse,
  SourceAdapter,
  SourceDefinition,
  UpstreamResponse,
} from '../../../sync/source.ts'
import type { AvailabilityGrade, CapabilityName, DataCapabilities, HorizonSource } from '../schema/index.ts'
import type { CinemaRecord, FailedPartRecord } from '../schema/records.ts'
import type { CinemaMember, Gate, SourceOverrides } from './cinema-member.ts'
import { soonest } from './field-values.ts'

/** A showtime by the ids of its record. */
export interface SessionRef {
  readonly site: string
  readonly session: string
  readonly rawIds: Readonly<Record<string, string>>
}

export interface LiveContext {
  readonly http: Outbound
  readonly member: CinemaMember
  readonly session: SessionRef
  readonly nowMs: number
  readonly signal: AbortSignal
}

export interface CinemaFetchContext extends FetchContext<CinemaMember> {
  /** How many seat plans to fetch, soonest shows first. */
  readonly seatCalls: number
}

/** Everything about a source except its members. */
export interface CinemaAdapter extends Omit<SourceAdapter<CinemaMember, CinemaRecord>, 'service' | 'fetch'> {
  readonly capabilities: DataCapabilities
  /** Where members differ: never more than `capabilities`. */
  capabilitiesOf?(member: CinemaMember): DataCapabilities
  readonly grade: AvailabilityGrade
  readonly gate: Gate
  /** How far ahead it usually publishes, and how we know. */
  readonly horizon: { readonly maxDays: number; readonly source: HorizonSource }
  /** Codes such as `held_not_separated`, published with the data. */
  readonly limitations: readonly string[]
  readonly seatCalls: number
  /** The kinds that a listing has several responses of. One that cannot be read costs its freshness, not the listing. */
  readonly partKinds?: readonly string[]
  fetch(context: CinemaFetchContext): AsyncIterable<UpstreamResponse>
  /** Fetches one showtime on request; `toRecords` maps the responses like those of a sync. */
  fetchSeatMap?(context: LiveContext): AsyncIterable<UpstreamResponse>
  fetchPrices?(context: LiveContext): AsyncIterable<UpstreamResponse>
}

export interface CinemaSource extends SourceDefinition<CinemaMember, CinemaRecord> {
  readonly adapter: CinemaAdapter
}

/** Returns the adapter unchanged; throws if its capabilities contradict its functions or grade. */
export function defineCinemaSource(adapter: CinemaAdapter): CinemaAdapter {
  const { id, capabilities, grade, fetchSeatMap, fetchPrices } = adapter
  if (capabilities.live_refresh !== (fetchSeatMap !== undefined || fetchPrices !== undefined))
    throw new TypeError(`source ${id}: live_refresh must match fetchSeatMap or fetchPrices`)
  if (capabilities.seat_grid !== (grade === 'grid'))
    throw new TypeError(`source ${id}: capability seat_grid requires grade "grid" and vice versa`)
  return Object.freeze(adapter)
}

export function toCinemaSource(
  adapter: CinemaAdapter,
  members: readonly CinemaMember[],
  overrides: SourceOverrides = {},
): CinemaSource {
  const { seatCalls, everyMinutes, atOnce, gapMs } = { ...adapter, ...adapter.polite, ...overrides }
  const completeAdapter: SourceAdapter<CinemaMember, CinemaRecord> = {
    ...adapter,
    service: 'cinema',
    everyMinutes,
    polite: { atOnce, gapMs },
    hosts: memberHosts(members),
    hostOf: ({ base }) => new URL(base).host,
    raw: { ...adapter.raw, [failedPartKind]: FailedPart },
    // The writer decides what a shorter list means: see `assessAbsences`.
    shrinkBelow: 0,
    fetch: (context) => adapter.fetch({ ...context, seatCalls }),
    replaceUnread: (response, { code, message }) =>
      adapter.partKinds?.includes(response.kind)
        ? { ...response, kind: failedPartKind, body: { part: response.kind, code, message, days: 'all' } }
        : undefined,
    // A theater without showtimes counts as an empty list, so that the sync holds it back.
    toRecords(responses, context) {
      const records = [...adapter.toRecords(responses, context)]
      if (context.isPart) return records.filter(({ type }) => singleShowtimeTypes.has(type))
      if (!records.some(({ type }) => type === 'showtime')) return []
      return [...records, ...toFailedParts(responses)]
    },
  }
  return Object.freeze({ ...withMembers(completeAdapter, members), adapter })
}

/** The records that a live refresh may write without a listing. */
const singleShowtimeTypes: ReadonlySet<CinemaRecord['type']> = new Set(['layout', 'availability', 'prices'])

/** The hosts of all URLs in `base` and `options`. */
function memberHosts(members: readonly CinemaMember[]): string[] {
  const urls = members.flatMap(({ base, options }) => [base, ...Object.values(options)])
  return [...new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : [])))]
}

/** The operator's token. Throws `upstream_refused` with its name if it is not configured. */
export function requireToken({ token, tokenName = 'a token', name }: CinemaMember): string {
  if (token !== undefined) return token
  throw new Failure('upstream_refused', `${name} requires ${tokenName}, which is not configured.`, {
    details: { reason: 'token_missing', token: tokenName },
  })
}

/** A setting of the installation that cannot be guessed. */
export function requireOption({ options, name }: CinemaMember, option: string): string {
  const value = options[option]
  if (value !== undefined) return value
  throw new Failure('upstream_changed', `The registry has no option ${option} for ${name}.`)
}

/** A live request that will not succeed however often it is repeated. */
export function unsupported(capability: CapabilityName, message: string): Failure {
  return new Failure('unsupported_capability', message, { details: { capability } })
}

/** What is saved of a response. `url` defaults to the one after redirects. */
export function toUpstreamResponse(
  kind: string,
  { url: finalUrl, receivedAt, body }: OutboundResponse,
  url = finalUrl,
): UpstreamResponse {
  return { kind, url, fetchedAt: receivedAt, body }
}

const failedPartKind = 'failed_part'
type FailedPart = Type.Static<typeof FailedPart>
const FailedPart = Type.Object({
  part: Type.String(),
  code: Type.String(),
  message: Type.String(),
  days: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Literal('all')])),
})

type Fetch = () => AsyncIterable<UpstreamResponse> | Promise<UpstreamResponse>

/** One showtime that cannot be read must not cost the seats of all others, and an outage not a request for each. */
const partFailuresMax = 2

/**
 * Responses that a listing can be published without, by part. A failure is saved in their place: it costs their
 * freshness, and the listing is published. Sources fetch them after the listing, which a pause of the host would delay.
 */
export async function* fetchParts(
  { member, nowMs }: Pick<LiveContext, 'member' | 'nowMs'>,
  parts: Readonly<Record<string, Iterable<Fetch>>>,
): AsyncGenerator<UpstreamResponse> {
  let pause: Failure | undefined
  for (const [part, requests] of Object.entries(parts)) {
    const failure: Failure | undefined = pause ?? (yield* fetchPart(requests))
    if (failure === undefined) continue
    if (asksForPause(failure)) pause = failure
    yield failedPart({ member, nowMs }, part, failure)
  }
}

/** As many seat plans as the source may ask for, those of the soonest sessions. */
export function fetchPlans(
  context: CinemaFetchContext,
  sessions: readonly { readonly id: string; readonly startsAt: number }[],
  fetchPlan: (session: string) => ReturnType<Fetch>,
): AsyncGenerator<UpstreamResponse> {
  const soon = soonest(sessions, context.nowMs, context.seatCalls)
  return fetchParts(context, { seats: soon.map((session) => () => fetchPlan(session.id)) })
}

/** In place of the responses that are missing. `days` are business dates that the listing may lack because of it. */
export function failedPart(
  { member, nowMs }: Pick<LiveContext, 'member' | 'nowMs'>,
  part: string,
  { code, message }: Pick<Failure, 'code' | 'message'>,
  days?: FailedPartRecord['days'],
): UpstreamResponse {
  const body = JSON.stringify({ part, code, message, ...(days ? { days } : {}) })
  return { kind: failedPartKind, url: member.base, fetchedAt: nowMs, body }
}

/** Returns the first failure. */
async function* fetchPart(requests: Iterable<Fetch>): AsyncGenerator<UpstreamResponse, Failure | undefined> {
  const failures: Failure[] = []
  for (const request of requests) {
    try {
      const responses = request()
      if (responses instanceof Promise) yield await responses
      else yield* responses
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      if (asksForPause(error)) return error
      failures.push(error)
      // What cannot be read concerns one request; a gate and an outage concern those that follow.
      const outages = failures.filter(({ code }) => code !== 'upstream_changed').length
      if (error.code === 'upstream_refused' || outages === partFailuresMax) break
    }
  }
  return failures[0]
}

/** Further requests to the host would only wait. */
function asksForPause({ retryAfterSeconds = 0 }: Failure): boolean {
  return retryAfterSeconds > 0
}

function isUpstreamFailure(error: unknown): error is Failure {
  return (['upstream_unavailable', 'upstream_refused', 'upstream_changed'] as const).some((code) =>
    isFailure(error, code),
  )
}

function* toFailedParts(responses: readonly ParsedResponse[]): Generator<CinemaRecord> {
  for (const { kind, body } of responses)
    if (kind === failedPartKind) yield { type: 'failed_part', ...(body as FailedPart), code: body.code }
}
