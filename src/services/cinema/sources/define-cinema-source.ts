/** What a cinema source is beyond a source: what it can tell, how far ahead, and how one showtime is asked about now. */

import { Failure } from '../../../core/errors.ts'
import type { Outbound } from '../../../core/outbound/create-outbound.ts'
import {
  defineSource,
  type FetchContext,
  type SourceDefinition,
  type UpstreamResponse,
} from '../../../sync/source.ts'
import type { AvailabilityGrade, DataCapabilities, HorizonSource } from '../schema/index.ts'
import type { CinemaRecord } from '../schema/records.ts'
import type { CinemaDirectory, CinemaMember, Gate } from './cinema-directory.ts'

/** Which showtime is meant, as its record named it. */
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
  /** How many seat plans may be read, for the soonest shows. */
  readonly seatCalls: number
}

/** A platform's reader: everything about a source but its members. */
export interface CinemaAdapter
  extends Omit<SourceDefinition<CinemaMember, CinemaRecord>, 'service' | 'members' | 'fetch'> {
  readonly capabilities: DataCapabilities
  readonly grade: AvailabilityGrade
  readonly gate: Gate
  /** How far ahead it usually publishes, and how that is known. */
  readonly horizon: { readonly maxDays: number; readonly source: HorizonSource }
  /** Codes such as `held_not_separated`, published with the data. */
  readonly limitations: readonly string[]
  readonly seatCalls: number
  fetch(context: CinemaFetchContext): AsyncIterable<UpstreamResponse>
  /** Asks about one showtime now; the answers are read by `toRecords` as those of a sync are. */
  fetchSeatMap?(context: LiveContext): AsyncIterable<UpstreamResponse>
  fetchPrices?(context: LiveContext): AsyncIterable<UpstreamResponse>
}

export interface CinemaSource extends SourceDefinition<CinemaMember, CinemaRecord> {
  readonly adapter: CinemaAdapter
}

/** Returns the adapter as it is; a claim it cannot keep is a defect found at load. */
export function defineCinemaSource(adapter: CinemaAdapter): CinemaAdapter {
  const { capabilities, fetchSeatMap, fetchPrices } = adapter
  const canLive = fetchSeatMap !== undefined || fetchPrices !== undefined
  if (capabilities.live_refresh !== canLive)
    throw new TypeError(
      `source ${adapter.id}: live_refresh needs a way to ask about one showtime, and only that`,
    )
  if (capabilities.seat_grid !== (adapter.grade === 'grid'))
    throw new TypeError(`source ${adapter.id}: a grid is promised and graded, or neither`)
  return Object.freeze(adapter)
}

/** The adapter with its members, ready for the sync engine. */
export function withMembers(adapter: CinemaAdapter, directory: CinemaDirectory): CinemaSource {
  const overrides = directory.politenessOverrides.get(adapter.id) ?? {}
  const members = directory.members.get(adapter.id) ?? []
  const seatCalls = overrides.seatCalls ?? adapter.seatCalls
  const definition: SourceDefinition<CinemaMember, CinemaRecord> = {
    ...adapter,
    service: 'cinema',
    everyMinutes: overrides.everyMinutes ?? adapter.everyMinutes,
    polite: {
      atOnce: overrides.atOnce ?? adapter.polite.atOnce,
      gapMs: overrides.gapMs ?? adapter.polite.gapMs,
    },
    hosts: memberHosts(members),
    members,
    fetch: (context) => adapter.fetch({ ...context, seatCalls }),
    // A theater that lists nothing is an empty answer, whatever else it says of itself.
    toRecords(answers, context) {
      const records = [...adapter.toRecords(answers, context)]
      if (context.isPart) return records.filter(({ type }) => singleShowtimeTypes.has(type))
      return records.some(({ type }) => type === 'showtime') ? records : []
    },
  }
  return Object.freeze({ ...defineSource(definition), adapter })
}

/** What can be told of one showtime without its listing. */
const singleShowtimeTypes: ReadonlySet<CinemaRecord['type']> = new Set(['layout', 'availability', 'prices'])

/** Every host the members answer at, named in their base or among their options. */
function memberHosts(members: readonly CinemaMember[]): string[] {
  const addresses = members.flatMap(({ base, options }) => [base, ...Object.values(options)])
  return [...new Set(addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).host] : [])))]
}

/** The operator's token, or a refusal that says which one is missing. */
export function requireToken(member: CinemaMember): string {
  if (member.token !== undefined) return member.token
  const tokenName = member.tokenName ?? 'a token'
  throw new Failure(
    'upstream_refused',
    `${member.name} answers only to holders of ${tokenName}, and none is configured.`,
    {
      details: { reason: 'token_missing', token: tokenName },
    },
  )
}
