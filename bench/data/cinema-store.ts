/** Fills a store with cinema showtimes through the sync writer; an existing store is reused. */

import { systemClock } from '../../src/core/clock.ts'
import type { CinemaRecord } from '../../src/services/cinema/schema/records.ts'
import { cinemaWriter } from '../../src/services/cinema/sync.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import type { Writer } from '../../src/sync/source.ts'
import {
  chainId,
  createCinemaDataset,
  datasetNowMs,
  showsPerTheater,
  theaterRecords,
} from './cinema-dataset.ts'
import { filledFolder } from './filled-folder.ts'
import { postgresConnections, postgresUrl, type StorePlace } from './store-place.ts'

/** Increment this when the dataset or the tables change. */
const datasetVersion = 9
/** A sync writes one theater per transaction; more are faster. */
const theatersPerTransaction = 20

export function openCinemaStore(place: StorePlace, role: 'server' | 'worker'): Promise<Store> {
  return openStore({
    ...place,
    role,
    statementTimeoutMs: 60_000,
    poolMax: postgresConnections,
    clock: systemClock,
  })
}

/** Fills two new schemas; the caller drops them. */
export async function fillCinemaSchemas(showtimes: number): Promise<StorePlace> {
  const place = { databaseUrl: postgresUrl(), schemaPrefix: `bench_${process.pid}_` }
  await fill(place, Math.ceil(showtimes / showsPerTheater))
  return place
}

/** The folder of a store with this many showtimes. */
export async function cinemaStoreFolder(showtimes: number): Promise<string> {
  return await filledFolder(`cinema-${datasetVersion}-${showtimes}`, (dataDir) =>
    fill({ dataDir }, Math.ceil(showtimes / showsPerTheater)),
  )
}

async function fill(place: StorePlace, theaters: number): Promise<void> {
  const writer = cinemaWriter([createCinemaDataset(theaters).source])
  await using store = await openCinemaStore(place, 'worker')
  for (let first = 0; first < theaters; first += theatersPerTransaction) {
    await store.readModel.transaction(async (tx) => {
      for (let theater = first; theater < Math.min(theaters, first + theatersPerTransaction); theater += 1)
        await publishTheater(store, writer, tx, theater, theaterRecords(theater))
      await store.readModel.dialect.bumpVersion(tx, 'cinema', datasetNowMs)
    })
  }
}

type Tx = Parameters<Parameters<Store['readModel']['transaction']>[0]>[0]

export async function publishTheater(
  store: Store,
  writer: Writer<CinemaRecord>,
  tx: Tx,
  theater: number,
  records: readonly CinemaRecord[],
): Promise<void> {
  await writer.write({
    tx,
    dialect: store.readModel.dialect,
    sourceId: 'bench-platform',
    memberId: `${chainId(theater)}.t${theater}`,
    artifactId: 1,
    capturedAt: datasetNowMs,
    records,
  })
}
