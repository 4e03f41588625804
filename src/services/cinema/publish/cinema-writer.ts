/** Takes in what the sources found about one theater: writes what changed, keeps what is over, marks what vanished. */

import type { WriteBatch, Writer } from '../../../sync/source.ts'
import { type CinemaRecord, recordKey } from '../schema/records.ts'
import type { CinemaTables } from '../schema/tables.ts'
import { cinemaScope, seatsScope } from '../scopes.ts'
import type { CinemaMember } from '../sources/cinema-member.ts'
import type { CinemaSource } from '../sources/define-cinema-source.ts'
import { publishCoverage } from './coverage.ts'
import { MoviePublisher } from './movie-publisher.ts'
import { publishPrices } from './prices.ts'
import { addCounts, type Counts, type PublishContext, publicIds, zeroCounts } from './publish-context.ts'
import { publishLayouts, publishSeats } from './seats.ts'
import { deleteOldShowtimes, publishShowtimes } from './showtimes.ts'
import { publishTheaters } from './theaters.ts'

export interface CinemaWriterOptions {
  /** How long showtimes that are over stay readable. */
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
    keyOf: recordKey,
    async write(batch) {
      const source = bySource.get(batch.sourceId)
      const member = source?.members.find(({ id }) => id === batch.memberId)
      if (source === undefined || member === undefined)
        throw new TypeError(`cinema has no member ${batch.sourceId}/${batch.memberId}`)
      const dropped: Record<string, number> = {}
      const context = await createPublishContext(batch, source, member, (reason) => {
        dropped[reason] = (dropped[reason] ?? 0) + 1
      })
      return { ...(await writeRecords(context, batch.records, movies, options)), dropped }
    },
  }
}

async function createPublishContext(
  batch: WriteBatch<CinemaRecord>,
  source: Pick<CinemaSource, 'id' | 'adapter'>,
  member: CinemaMember,
  drop: PublishContext['drop'],
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
    // The engine adds one when this transaction ends.
    stamp: (row?.version ?? 0) + 1,
    drop,
    ...publicIds(source.id, member.chain),
  }
}

async function writeRecords(
  context: PublishContext,
  records: readonly CinemaRecord[],
  movies: MoviePublisher,
  { keepDays }: CinemaWriterOptions,
): Promise<Counts> {
  const recordsOfType = <Type extends CinemaRecord['type']>(type: Type) =>
    records.filter((record): record is Extract<CinemaRecord, { type: Type }> => record.type === type)
  const { counts, movieOf } = await movies.publish(context, recordsOfType('movie'))
  let total = addCounts(zeroCounts, counts)
  total = addCounts(
    total,
    await publishShowtimes(context, recordsOfType('theater'), recordsOfType('showtime'), movieOf),
  )
  total = addCounts(total, await publishLayouts(context, recordsOfType('layout')))
  total = addCounts(total, await publishSeats(context, recordsOfType('availability')))
  total = addCounts(total, await publishPrices(context, recordsOfType('prices')))
  for (const { site } of recordsOfType('theater')) {
    const theaterId = context.theaterId(site)
    await deleteOldShowtimes(context, theaterId, context.capturedAt - keepDays * 86_400_000)
    await publishCoverage(context, theaterId)
  }
  total = addCounts(
    total,
    await publishTheaters(
      context,
      recordsOfType('theater'),
      recordsOfType('horizon'),
      recordsOfType('showtime'),
    ),
  )
  await context.dialect.bumpVersion(context.tx, seatsScope, context.capturedAt)
  return total
}
