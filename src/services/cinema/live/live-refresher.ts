/** Asks a source about one showtime now: joined where several ask the same, with a deadline, kept and written through. */

import type { Transaction } from 'kysely'
import type { Clock } from '../../../core/clock.ts'
import { startDeadline } from '../../../core/deadline.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../sync/source.ts'
import { publishPrices } from '../publish/prices.ts'
import { publicIds } from '../publish/publish-context.ts'
import { publishLayouts, publishSeats } from '../publish/seats.ts'
import type { IndexedTheater } from '../queries/theater-index.ts'
import type { CinemaRecord } from '../schema/records.ts'
import type { CinemaDb, CinemaTables } from '../schema/tables.ts'
import { seatsScope } from '../scopes.ts'
import type { CinemaMember } from '../sources/cinema-member.ts'
import type { CinemaSource } from '../sources/define-cinema-source.ts'

export type LiveTopic = 'seats' | 'prices'

/** Which showtime is meant, as it is stored. */
export interface RefreshTarget {
  readonly id: string
  readonly doc: string
  readonly theater: IndexedTheater
}

/** Saves what a source answers before anything reads it, and reads it. */
export type SaveLiveResponses = (question: {
  readonly source: CinemaSource
  readonly member: CinemaMember
  readonly responses: AsyncIterable<UpstreamResponse>
  readonly capturedAt: number
  readonly signal: AbortSignal
}) => Promise<SavedResponses>

export interface SavedResponses {
  readonly responses: readonly ParsedResponse[]
  /** To be called when what they say is stored. */
  markPublished(): Promise<void>
}

export interface LiveRefresherOptions {
  readonly db: CinemaDb
  readonly saveResponses: SaveLiveResponses
  readonly sources: readonly CinemaSource[]
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly clock: Clock
  readonly deadlineMs: number
  /** Different questions under way at once; more are refused. */
  readonly concurrentMax: number
}

export class LiveRefresher {
  readonly #options: LiveRefresherOptions
  readonly #sources: ReadonlyMap<string, CinemaSource>
  readonly #inFlight = new Map<string, Promise<void>>()

  constructor(options: LiveRefresherOptions) {
    this.#options = options
    this.#sources = new Map(options.sources.map((source) => [source.id, source]))
  }

  supports(theater: Pick<IndexedTheater, 'sourceId'>, topic: LiveTopic): boolean {
    const adapter = this.#sources.get(theater.sourceId)?.adapter
    return (topic === 'seats' ? adapter?.fetchSeatMap : adapter?.fetchPrices) !== undefined
  }

  /**
   * Resolves when what the source says is stored. Throws `upstream_unavailable` when it says nothing in time, and
   * `store_unavailable` when it cannot be kept.
   */
  async refresh(showtime: RefreshTarget, topic: LiveTopic): Promise<void> {
    const key = `${topic} ${showtime.id}`
    const existingRefresh = this.#inFlight.get(key)
    if (existingRefresh !== undefined) return await existingRefresh
    if (this.#inFlight.size >= this.#options.concurrentMax)
      throw unavailable('Too many live reads are under way.', 'busy')
    const refresh = this.#refreshOnce(showtime, topic).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, refresh)
    await refresh
  }

  async #refreshOnce(showtime: RefreshTarget, topic: LiveTopic): Promise<void> {
    const { clock, deadlineMs } = this.#options
    using deadline = startDeadline(clock, deadlineMs, () =>
      unavailable('The source did not answer in time.', 'timeout'),
    )
    try {
      const { records, saved } = await untilAborted(
        this.#fetch(showtime, topic, deadline.signal),
        deadline.signal,
      )
      if (!records.some(({ type }) => type === (topic === 'seats' ? 'availability' : 'prices')))
        throw unavailable('The source told nothing about this showtime.', 'empty')
      await this.#publish(showtime, records)
      await saved.markPublished()
    } catch (error) {
      if (isRefreshFailure(error)) throw error
      if (isFailure(error)) throw unavailable(error.message, error.code, error)
      throw error
    }
  }

  async #fetch(
    showtime: RefreshTarget,
    topic: LiveTopic,
    signal: AbortSignal,
  ): Promise<{ records: readonly CinemaRecord[]; saved: SavedResponses }> {
    const source = this.#sources.get(showtime.theater.sourceId)
    const member = source?.members.find(({ id }) => id === showtime.theater.memberId)
    const fetchTopic = topic === 'seats' ? source?.adapter.fetchSeatMap : source?.adapter.fetchPrices
    if (source === undefined || member === undefined || fetchTopic === undefined)
      throw unavailable('The source cannot be asked about one showtime.', 'unsupported')
    const nowMs = this.#options.clock.now()
    const http = this.#options.outbound.for(source.polite)
    const answers = fetchTopic({ http, member, session: toSessionRef(showtime), nowMs, signal })
    const saved = await this.#options.saveResponses({
      source,
      member,
      responses: answers,
      capturedAt: nowMs,
      signal,
    })
    const records = source.toRecords(saved.responses, { member, nowMs, isPart: true, drop: () => {} })
    return { records: [...records], saved }
  }

  /** As a sync would store it, and seen at once by whatever shows seats or prices. */
  async #publish({ id, theater }: RefreshTarget, records: readonly CinemaRecord[]): Promise<void> {
    const { db, clock } = this.#options
    const { sourceId, chainId } = theater
    await db.transaction(async (tx) => {
      const context = {
        tx: tx.withTables<CinemaTables>(),
        dialect: db.dialect,
        drop: (reason: string) => {
          throw unavailable(`What the source told cannot be used: ${reason}.`, 'upstream_changed')
        },
        ...publicIds(sourceId, chainId),
      }
      await lockShowtime(context.tx, id)
      await publishLayouts(
        context,
        records.filter((record) => record.type === 'layout'),
      )
      await publishSeats(
        context,
        records.filter((record) => record.type === 'availability'),
      )
      await publishPrices(
        context,
        records.filter((record) => record.type === 'prices'),
      )
      await db.dialect.bumpVersion(tx, seatsScope, clock.now())
    })
  }
}

/** A sync writes showtimes before their seats. Whoever takes them the other way round waits for it, and it for them. */
async function lockShowtime(tx: Transaction<CinemaTables>, id: string): Promise<void> {
  await tx
    .updateTable('showtime')
    .set((eb) => ({ hash: eb.ref('hash') }))
    .where('id', '=', id)
    .execute()
}

function toSessionRef({ doc, theater }: RefreshTarget) {
  const stored = JSON.parse(doc) as {
    source_showtime_id: string
    source_lineage: { raw_ids: Record<string, string> }
  }
  return { site: theater.site, session: stored.source_showtime_id, rawIds: stored.source_lineage.raw_ids }
}

/** The source told nothing, or nothing that could be kept: what is stored is all there is. */
export function isRefreshFailure(error: unknown): boolean {
  return (['upstream_unavailable', 'store_unavailable', 'overloaded'] as const).some((code) =>
    isFailure(error, code),
  )
}

function unavailable(message: string, reason: string, cause?: unknown): Failure {
  return new Failure('upstream_unavailable', message, { details: { reason }, cause })
}

/** A source that ignores its signal is not waited for. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}
