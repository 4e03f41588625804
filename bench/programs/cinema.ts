/** The cinema service alone, over a generated store. Argument: how many showtimes. */

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Clock } from '../../src/core/clock.ts'
import { systemClock } from '../../src/core/clock.ts'
import { Failure } from '../../src/core/errors.ts'
import { createCursorCodec } from '../../src/http/cursor.ts'
import { Metrics } from '../../src/http/metrics/metrics.ts'
import { createEdge } from '../../src/http/server/create-server.ts'
import { Shedding } from '../../src/http/server/load-shedder.ts'
import { routesOf } from '../../src/http/service.ts'
import { openIdentity } from '../../src/identity/index.ts'
import { cinemaService } from '../../src/services/cinema/index.ts'
import { readSourceStatus } from '../../src/sync/source-status.ts'
import { openWorld, showsPerTheater, worldNowMs } from '../data/cinema-dataset.ts'
import { cinemaStore, openBenchStore } from '../data/cinema-store.ts'
import { answerRunner, cpuMicros } from './serve-runner.ts'

const showtimes = Number(process.argv[2] ?? 10_000)
const store = await openBenchStore(await cinemaStore(showtimes), 'server')
const { directory, source } = openWorld(Math.ceil(showtimes / showsPerTheater))
/** In the world it is always the same noon; it goes on from there. */
const startedAt = systemClock.now()
const clock: Clock = { ...systemClock, now: () => worldNowMs + systemClock.now() - startedAt }
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
  mail: { kind: 'none' },
  origin: '',
  onWarning: (message) => process.stderr.write(`${message}\n`),
})
const shedding = new Shedding({ inFlightMax: 1000, lagMsMax: 10_000 })
const edge = createEdge({
  clock,
  logger: pino({ level: 'warn' }),
  metrics: new Metrics(),
  gate: identity.gate,
  cursors: createCursorCodec('a secret of the bench'),
  shedding,
  requestTimeoutMs: 10_000,
  bodyBytesMax: 1_048_576,
  trustedProxies: [],
  logRequests: 'errors',
  // Small, so that a cold read is a cold read.
  hotBytesMax: 4_194_304,
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
  keep: () => Promise.reject(new Failure('upstream_unavailable', 'Nobody is there.')),
  readSourceState: (one) => readSourceStatus(store, one),
})
edge.mount(
  '',
  routesOf(service, '', async () => {}),
)
await edge.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = edge.server.address() as AddressInfo

answerRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, async () => {
  await edge.app.close()
  shedding.close()
  await identity[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})
