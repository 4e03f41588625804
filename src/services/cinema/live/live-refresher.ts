/** Fetches one showtime from its source on request, saves the responses and publishes the records. */

import type { Transaction } from 'kysely'
import { abortable } from '../../../core/async/abortable.ts'
import { startDeadline } from '../../../core/async/deadline.ts'
import { SingleFlight } from '../../../core/async/single-flight.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { Outbound, OutboundClient } from '../../../core/outbound/outbound.ts'
import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { openPlausibilityGate } from '../../../sync/plausibility.ts'
import type { LiveCapture, SavedResponses } from '../../../sync/source.ts'
import { readCaptured, recount } from '../publish/live-counts.ts'
import { cinemaPlausibility } from '../publish/plausibility.ts'
import { publishPrices } from '../publish/prices.ts'
import { publicIds } from '../publish/publish-context.ts'
import { publishLayouts, publishSeats } from '../publish/seats.ts'
import type { IndexedTheater } from '../queries/theater-index.ts'
import { type CinemaRecord, recordsOfType } from '../schema/records.ts'
import type { CinemaDb, CinemaTables } from '../schema/tables.ts'
import { cinemaScope, countsScope, seatsScope } from '../scopes.ts'
import type { CinemaSource, SessionRef } from '../sources/define-cinema-source.ts'

export type LiveTopic = 'seats' | 'prices'

/** A stored showtime. */
export interface RefreshTarget {
  readonly id: string
  readonly doc: string
  /** As listed. */
  readonly seating: string
  readonly theater: IndexedTheater
}

export type SaveLiveResponses = (capture: LiveCapture) => Promise<SavedResponses>

export interface LiveRefresherOptions {
  readonly db: CinemaDb
  readonly saveResponses: SaveLiveResponses
  /** Its sources may change. */
  readonly registry: { readonly sources: readonly CinemaSource[] }
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly clock: Clock
  readonly deadlineMs: number
  /** Different refreshes in progress at once; more are rejected. */
  readonly concurrentMax: number
}

export class LiveRefresher {
  readonly #options: LiveRefresherOptions
  readonly #refreshes = new SingleFlight<void>()

  constructor(options: LiveRefresherOptions) {
    this.#options = options
  }

  supports(theater: Pick<IndexedTheater, 'sourceId'>, topic: LiveTopic): boolean {
    return this.#fetcher(theater, topic) !== undefined
  }

  /**
   * Resolves once the records are published. Throws `upstream_unavailable` if the source returns nothing in time,
   * `unsupported_capability` if it never will, and `store_unavailable` if the responses cannot be saved.
   */
  async refresh(target: RefreshTarget, topic: LiveTopic): Promise<void> {
    const key = `${topic} ${target.id}`
    if (this.#refreshes.get(key) === undefined && this.#refreshes.size >= this.#options.concurrentMax)
      throw unavailable('Too many live refreshes in progress.', 'busy')
    await this.#refreshes.run(key, () => this.#refresh(target, topic))
  }

  #findSource(sourceId: string): CinemaSource | undefined {
    return this.#options.registry.sources.find(({ id }) => id === sourceId)
  }

  #fetcher({ sourceId }: Pick<IndexedTheater, 'sourceId'>, topic: LiveTopic) {
    const adapter = this.#findSource(sourceId)?.adapter
    return topic === 'seats' ? adapter?.fetchSeatMap : adapter?.fetchPrices
  }

  async #refresh(target: RefreshTarget, topic: LiveTopic): Promise<void> {
    const { clock, deadlineMs } = this.#options
    using deadline = startDeadline(clock, deadlineMs, () => unavailable('The source timed out.', 'timeout'))
    const { signal } = deadline
    try {
      const { records, saved } = await abortable(this.#fetch(target, topic, signal), signal)
      if (!records.some(({ type }) => type === (topic === 'seats' ? 'availability' : 'prices')))
        throw noData(target, topic)
      await this.#publish(target, records)
      await saved.markPublished()
    } catch (error) {
      if (isRefreshFailure(error)) throw error
      if (isFailure(error, 'upstream_refused') && error.details?.reason === 'token_missing')
        throw new Failure('unsupported_capability', error.message, {
          details: { capability: 'live_refresh' },
          cause: error,
        })
      if (isFailure(error)) throw unavailable(error.message, error.code, error)
      throw error
    }
  }

  async #fetch(
    target: RefreshTarget,
    topic: LiveTopic,
    signal: AbortSignal,
  ): Promise<{ records: readonly CinemaRecord[]; saved: SavedResponses }> {
    const { clock, deadlineMs, outbound, saveResponses } = this.#options
    const source = this.#findSource(target.theater.sourceId)
    const member = source?.members.find(({ id }) => id === target.theater.memberId)
    const fetchTopic = this.#fetcher(target.theater, topic)
    if (source === undefined || member === undefined || fetchTopic === undefined)
      throw new Failure('unsupported_capability', 'This source does not support live refresh.', {
        details: { capability: 'live_refresh' },
      })
    const nowMs = clock.now()
    const http = withDeadline(outbound.for(source.polite), deadlineMs)
    const responses = fetchTopic({ http, member, session: toSessionRef(target), nowMs, signal })
    const saved = await saveResponses({ source, member, responses, capturedAt: nowMs, signal })
    const records = [...source.toRecords(saved.responses, { member, nowMs, isPart: true, drop: () => {} })]
    const gate = openPlausibilityGate(cinemaPlausibility, { member, capturedAt: nowMs })
    for (const record of records) gate.pass(record)
    const [doubt] = Object.keys(gate.held)
    if (doubt !== undefined) throw invalidData(doubt)
    return { records, saved }
  }

  async #publish({ id, theater }: RefreshTarget, records: readonly CinemaRecord[]): Promise<void> {
    const { db, clock } = this.#options
    await db.transaction(async (tx) => {
      const context = {
        tx: tx.withTables<CinemaTables>(),
        dialect: db.dialect,
        log: new ChangeBatch(cinemaScope),
        drop: (reason: string) => {
          throw invalidData(reason)
        },
        // The response has the stored plan, with its time.
        hold: () => {},
        ...publicIds(theater.sourceId, theater.chainId),
      }
      await lockShowtime(context.tx, id)
      const before = await readCaptured(context.tx, id)
      await publishLayouts(context, recordsOfType(records, 'layout'))
      await publishSeats(context, recordsOfType(records, 'availability'))
      await publishPrices(context, recordsOfType(records, 'prices'))
      const after = await readCaptured(context.tx, id)
      if (after && (after.hasSeats !== before?.hasSeats || after.hasPrices !== before.hasPrices)) {
        await recount(context.tx, after)
        await db.dialect.bumpVersion(tx, countsScope, clock.now())
      }
      // Before the scope of the seats, as in a sync: the other order could lead to a deadlock.
      await context.log.write(tx, db.dialect)
      await db.dialect.bumpVersion(tx, seatsScope, clock.now())
    })
  }
}

/**
 * No request outlasts its refresh. Its turn at the host is stored for as long as it may take, so a process that dies
 * keeps others from the host no longer than that.
 */
function withDeadline(http: Outbound, deadlineMs: number): Outbound {
  return { request: (url, request) => http.request(url, { deadlineMs, ...request }) }
}

/** Some sources have no seats of their own for shows without reserved ones; a repeat would not help. */
function noData({ seating }: RefreshTarget, topic: LiveTopic): Failure {
  if (topic === 'seats' && seating === 'general_admission')
    return new Failure('unsupported_capability', 'The source has no live counts for general admission.', {
      details: { capability: 'seat_summary' },
    })
  return unavailable('The source returned no data for this showtime.', 'empty')
}

/** A sync writes showtimes before their seats; locking in the same order avoids a deadlock. */
async function lockShowtime(tx: Transaction<CinemaTables>, id: string): Promise<void> {
  await tx
    .updateTable('showtime')
    .set((eb) => ({ hash: eb.ref('hash') }))
    .where('id', '=', id)
    .execute()
}

function toSessionRef({ doc, theater }: RefreshTarget): SessionRef {
  const { source_showtime_id, source_lineage } = JSON.parse(doc) as {
    source_showtime_id: string
    source_lineage: { raw_ids: Record<string, string> }
  }
  return { site: theater.site, session: source_showtime_id, rawIds: source_lineage.raw_ids }
}

const refreshFailures = [
  'upstream_unavailable',
  'unsupported_capability',
  'store_unavailable',
  'overloaded',
] as const

/** Whether the stored data may be served instead. */
export function isRefreshFailure(error: unknown): boolean {
  return refreshFailures.some((code) => isFailure(error, code))
}

function invalidData(reason: string): Failure {
  return unavailable(`The source returned invalid data: ${reason}.`, 'upstream_changed')
}

function unavailable(message: string, reason: string, cause?: unknown): Failure {
  return new Failure('upstream_unavailable', message, { details: { reason }, cause })
}
