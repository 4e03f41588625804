/** Publishes the records of one theater: writes changes, keeps past showtimes, marks delisted ones. */

import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import type { WriteBatch, Writer } from '../../../sync/source.ts'
import { type CinemaRecord, recordKey, recordsOfType } from '../schema/records.ts'
import type { CinemaTables } from '../schema/tables.ts'
import { cinemaScope, seatsScope } from '../scopes.ts'
import type { CinemaMember } from '../sources/cinema-member.ts'
import type { CinemaSource } from '../sources/define-cinema-source.ts'
import { archiveShowtimes } from './archive-showtimes.ts'
import { publishCoverage } from './coverage.ts'
import { MoviePublisher } from './movies/movie-publisher.ts'
import { cinemaPlausibility } from './plausibility.ts'
import { publishPrices } from './prices.ts'
import { pruneCinema } from './prune-cinema.ts'
import { type Counts, type PublishContext, publicIds, sumCounts } from './publish-context.ts'
import { recountTheaters } from './recount-theaters.ts'
import { publishLayouts, publishSeats } from './seats.ts'
import { holdForeignList, publishShowtimes } from './showtimes.ts'
import { publishTheaters } from './theaters.ts'

export interface CinemaWriterOptions {
  /** How long past showtimes stay readable. Default: 120. */
  readonly keepDays: number
}

const defaults: CinemaWriterOptions = { keepDays: 120 }

export function cinemaWriter(
  sources: readonly Pick<CinemaSource, 'id' | 'members' | 'adapter'>[],
  options: CinemaWriterOptions = defaults,
): Writer<CinemaRecord> {
  const bySource = new Map(sources.map((source) => [source.id, source]))
  const movies = new MoviePublisher()
  return {
    service: 'cinema',
    plausibility: cinemaPlausibility,
    keyOf: recordKey,
    async write(batch) {
      const source = bySource.get(batch.sourceId)
      const member = source?.members.find(({ id }) => id === batch.memberId)
      if (source === undefined || member === undefined)
        throw new TypeError(`cinema has no member ${batch.sourceId}/${batch.memberId}`)
      const dropped: Record<string, number> = {}
      const failedParts = recordsOfType(batch.records, 'failed_part')
      const problems = failedParts.map(({ part, message }) => `${part}: ${message}`)
      let held = 0
      const context = await createPublishContext(batch, source, member, {
        drop(reason) {
          dropped[reason] = (dropped[reason] ?? 0) + 1
        },
        hold(count, problem) {
          held += count
          if (problem !== undefined) problems.push(problem)
        },
      })
      const counts = await writeRecords(context, batch.records, movies)
      const gated = failedParts.filter(({ code }) => code === 'upstream_refused').length
      const problem = problems.length === 0 ? {} : { problem: problems.join('; ') }
      return { ...counts, dropped, held, gated, ...problem }
    },
    prune: (context) => pruneCinema(context, options.keepDays),
    archive: (context) => archiveShowtimes(context, options.keepDays),
  }
}

async function createPublishContext(
  batch: WriteBatch<CinemaRecord>,
  source: Pick<CinemaSource, 'id' | 'adapter'>,
  member: CinemaMember,
  report: Pick<PublishContext, 'drop' | 'hold'>,
): Promise<PublishContext> {
  const tx = batch.tx.withTables<CinemaTables>()
  await batch.dialect.lock(tx, cinemaScope)
  const row = await tx
    .selectFrom('publication')
    .select('version')
    .where('scope', '=', cinemaScope)
    .executeTakeFirst()
  return {
    tx,
    dialect: batch.dialect,
    sourceId: source.id,
    memberId: batch.memberId,
    chainId: member.chain,
    adapter: source.adapter,
    artifactId: batch.artifactId,
    capturedAt: batch.capturedAt,
    log: new ChangeBatch(cinemaScope),
    // The sync engine increments the version at the end of this transaction.
    stamp: (row?.version ?? 0) + 1,
    ...report,
    ...publicIds(source.id, member.chain),
  }
}

async function writeRecords(
  context: PublishContext,
  records: readonly CinemaRecord[],
  movies: MoviePublisher,
): Promise<Counts> {
  const theaters = recordsOfType(records, 'theater')
  const showtimes = recordsOfType(records, 'showtime')
  const { counts, movieOf } = await movies.publish(context, recordsOfType(records, 'movie'))
  const listed = recordsOfType(records, 'listed')
  const unread = recordsOfType(records, 'failed_part').flatMap(({ days }) => days ?? [])
  const unreadDays = unread.includes('all') ? 'all' : new Set(unread)
  const listing = { theaters, showtimes, listed, unreadDays } as const
  if (await holdForeignList(context, listing, movieOf)) {
    await context.log.write(context.tx, context.dialect)
    return sumCounts([counts])
  }
  const published = await publishShowtimes(context, listing, movieOf)
  const allCounts = [
    counts,
    published.counts,
    await publishLayouts(context, recordsOfType(records, 'layout')),
    await publishSeats(context, recordsOfType(records, 'availability')),
    await publishPrices(context, recordsOfType(records, 'prices')),
  ]
  for (const { site } of theaters) {
    const theaterId = context.theaterId(site)
    await publishCoverage(context, theaterId)
  }
  await recountTheaters(context.tx, context.dialect, theatersWithoutListing(context, records))
  const horizons = recordsOfType(records, 'horizon')
  allCounts.push(await publishTheaters(context, theaters, horizons, published))
  await context.log.write(context.tx, context.dialect)
  await context.dialect.bumpVersion(context.tx, seatsScope, context.capturedAt)
  return sumCounts(allCounts)
}

/** The artifact of a live request has the seats or prices of one showtime only. */
function theatersWithoutListing(context: PublishContext, records: readonly CinemaRecord[]): Set<string> {
  const listed = new Set(recordsOfType(records, 'theater').map(({ site }) => site))
  const captured = [...recordsOfType(records, 'availability'), ...recordsOfType(records, 'prices')]
  return new Set(captured.filter(({ site }) => !listed.has(site)).map(({ site }) => context.theaterId(site)))
}
