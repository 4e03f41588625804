/** The cinema service alone, over a generated store. Argument: how many showtimes. */

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Clock } from '../../src/core/clock.ts'
import { systemClock } from '../../src/core/clock.ts'
import { Failure } from '../../src/core/errors.ts'
import { createCursorCodec } from '../../src/http/cursor.ts'
import { Metrics } from '../../src/http/metrics/metrics.ts'
import { createServer } from '../../src/http/server/create-server.ts'
import { LoadShedder } from '../../src/http/server/load-shedder.ts'
import { buildServiceRoutes } from '../../src/http/server/service-routes.ts'
import { noMail, openIdentity } from '../../src/identity/index.ts'
import { cinemaService } from '../../src/services/cinema/index.ts'
import { readSourceStatus } from '../../src/sync/source-status.ts'
import { createCinemaDataset, datasetNowMs, showsPerTheater } from '../data/cinema-dataset.ts'
import { cinemaStoreFolder, openCinemaStore } from '../data/cinema-store.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const showtimes = Number(process.argv[2] ?? 10_000)
const store = await openCinemaStore(await cinemaStoreFolder(showtimes), 'server')
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
  keyLifetimeMs: undefined,
  redis: undefined,
  mail: noMail,
  origin: '',
  onWarning: (message) => process.stderr.write(`${message}\n`),
})
const shedding = new LoadShedder({ inFlightMax: 1000, lagMsMax: 10_000 })
const edge = createServer({
  clock,
  logger: pino({ level: 'warn' }),
  metrics: new Metrics(),
  accessControl: identity.accessControl,
  cursors: createCursorCodec('a secret of the bench'),
  loadShedder: shedding,
  requestTimeoutMs: 10_000,
  bodyBytesMax: 1_048_576,
  trustedProxies: [],
  logRequests: 'errors',
  // Small, so that a cold read is a cold read.
  cacheBytesMax: 4_194_304,
  versionOf: (scope) => store.readModel.version(scope),
})
const outbound = {
  for: () => ({ request: () => Promise.reject(new Failure('upstream_unavailable', 'Nobody is there.')) }),
}
const service = cinemaService({
  store,
  outbound,
  clock,
  accounts: identity.accounts,
  sources: [source],
  directory,
  saveResponses: () => Promise.reject(new Failure('upstream_unavailable', 'Nobody is there.')),
  readSourceState: (one) => readSourceStatus(store, one),
})
edge.mount(
  '',
  buildServiceRoutes(service, '', async () => {}),
)
await edge.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = edge.nodeServer.address() as AddressInfo

serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, async () => {
  await edge.app.close()
  shedding.close()
  await identity[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})
