/** The cinema service alone, over a generated store. Arguments: how many showtimes, engine. */

import { pino } from 'pino'
import type { Clock } from '../../src/core/clock.ts'
import { systemClock } from '../../src/core/clock.ts'
import { Failure } from '../../src/core/errors.ts'
import { applyV8Workarounds } from '../../src/core/v8-workarounds.ts'
import { noMail, openIdentity } from '../../src/identity/index.ts'
import { cinemaService } from '../../src/services/cinema/index.ts'
import { readSourceStatus } from '../../src/sync/source-status.ts'
import { openTestServer } from '../../test/support/server/test-server.ts'
import { dropSchemas, schemasOf } from '../../test/support/store/spare-schemas.ts'
import { createCinemaDataset, datasetNowMs, showsPerTheater } from '../data/cinema-dataset.ts'
import { cinemaStoreFolder, fillCinemaSchemas, openCinemaStore } from '../data/cinema-store.ts'
import type { StorePlace } from '../data/store-place.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

applyV8Workarounds()
const showtimes = Number(process.argv[2] ?? 10_000)
const place: StorePlace =
  process.argv[3] === 'postgres'
    ? await fillCinemaSchemas(showtimes)
    : { dataDir: await cinemaStoreFolder(showtimes) }
const store = await openCinemaStore(place, 'server')
const { directory, source } = createCinemaDataset(Math.ceil(showtimes / showsPerTheater))
/** In the world it is always the same noon; it goes on from there. */
const startedAt = systemClock.now()
const clock: Clock = { ...systemClock, now: () => datasetNowMs + systemClock.now() - startedAt }
/** Looked at, but never reached. */
const rates = { perSecond: 1_000_000, perMinute: 60_000_000 }
const identity = await openIdentity({
  store,
  clock,
  secret: 'a secret of the bench',
  rates: { anonymous: rates, identified: rates, livePerSecond: 10 },
  allowances: { perDayAnonymous: 1_000_000_000, perMonthIdentified: 1_000_000_000 },
  keyPrefix: 'bs_live',
  keyLifetimeMs: undefined,
  redis: undefined,
  mail: noMail,
  origin: '',
  onWarning: (message) => process.stderr.write(`${message}\n`),
})
const outbound = {
  for: () => ({
    request: () => Promise.reject(new Failure('upstream_unavailable', 'No network in benchmarks.')),
  }),
}
const service = cinemaService({
  url: 'http://cinema.example',
  store,
  outbound,
  clock,
  accounts: identity.accounts,
  registry: { sources: [source], directory },
  saveResponses: () => Promise.reject(new Failure('upstream_unavailable', 'No network in benchmarks.')),
  readSourceState: (one) => readSourceStatus(store, one, clock.now()),
})
/** The default response cache is small enough for cold reads to stay cold. */
const server = await openTestServer({
  clock,
  store,
  service,
  logger: pino({ level: 'warn' }),
  accessControl: identity.accessControl,
  requestTimeoutMs: 10_000,
})

serveRunner({ origin: server.origin, ...place }, cpuMicros, async () => {
  await server[Symbol.asyncDispose]()
  await identity[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
  if (place.schemaPrefix !== undefined)
    await dropSchemas(place.databaseUrl ?? '', ...schemasOf(place.schemaPrefix))
})
