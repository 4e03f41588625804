/** The only place where parts are joined; reads like a table of contents. */

import cluster from 'node:cluster'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import packageJson from '../package.json' with { type: 'json' }
import type { Clock } from './core/clock.ts'
import type { LoadedConfig } from './core/config.ts'
import { Failure } from './core/errors.ts'
import type { Events } from './core/events.ts'
import { createOutbound, type OutboundClient } from './core/outbound.ts'
import type { Accounts } from './http/account.ts'
import { createCursorCodec } from './http/cursor.ts'
import { createEdge, type Edge } from './http/edge.ts'
import { errorsPageRoute } from './http/errors-page.ts'
import { frontPageRoute, type Mounted } from './http/front-page.ts'
import { Metrics } from './http/metrics.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { mountReferencePage } from './http/reference-page.ts'
import { joinServices, routesOf, type Service } from './http/service.ts'
import { Shedding } from './http/shedding.ts'
import { healthRoutes } from './http/support-routes.ts'
import { wellKnownRoutes } from './http/well-known.ts'
import { type Identity, lendToWorkers, type Operator, openIdentity, openOperator } from './identity/index.ts'
import { cinemaMembers, cinemaSecrets } from './sandbox/cinema/index.ts'
import { type SandboxThread, startSandboxThread } from './sandbox/thread.ts'
import { trustMembers } from './sandbox/trust/index.ts'
import {
  type CinemaDirectory,
  type CinemaSource,
  cinemaService,
  cinemaSources,
  cinemaWriter,
  loadCinemaDirectory,
  readCinemaDirectory,
} from './services/cinema/index.ts'
import { jobPostingsWriter, jobSources, jobsService, liveJobSources } from './services/jobs/index.ts'
import { marketHostNames, openMarket, providerOrigin } from './services/market/index.ts'
import { noticeSources, noticesService, noticesWriter } from './services/notices/index.ts'
import { knownCenters, trustService, trustSources, trustWriter } from './services/trust/index.ts'
import { backupStore } from './store/backup.ts'
import { lockDataDir } from './store/data-dir-lock.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { diskArtifacts } from './sync/artifact-disk.ts'
import { s3Artifacts } from './sync/artifact-s3.ts'
import type { Artifacts } from './sync/artifacts.ts'
import { createSyncEngine, type SyncEngine } from './sync/engine.ts'
import { readSourceStatus } from './sync/health.ts'
import { type AnySource, type AnyWriter, defineSources, hostsOf } from './sync/source.ts'
import { type SyncThread, startSyncThread } from './sync/thread.ts'

/** Every service, where it is mounted in the joint server, and what its handlers may use. */
const rooms: readonly Room[] = [
  { id: 'cinema', base: '/cinema', open: openTheCinema },
  { id: 'market', base: '/market', open: openTheMarket },
  { id: 'data', base: '/data', feeds: ['jobs', 'trust'], open: openTheData },
  { id: 'notices', base: '/notices', open: ({ store }) => noticesService(store.readModel) },
]

/** Every source, and how each service takes in what they find. */
const sources = defineSources([...noticeSources])
const writers = [noticesWriter, jobPostingsWriter, trustWriter]

/** With the cinemas of the profile: the sandbox has its own. */
export function sourcesOf(loaded: LoadedConfig): readonly AnySource[] {
  const centers = loaded.config.run.profile === 'sandbox' ? trustMembers() : knownCenters
  const cinemas = cinemasOf(loaded).sources
  // Job boards take longest: one quick platform shows something, the others let the rest go first.
  const jobs = loaded.config.run.profile === 'sandbox' ? jobSources : liveJobSources()
  return defineSources([
    ...sources,
    ...jobs.slice(0, 1),
    ...cinemas,
    ...trustSources(centers),
    ...jobs.slice(1),
  ])
}

function writersOf(loaded: LoadedConfig): readonly AnyWriter[] {
  const { keepDays } = loaded.config.cinema
  return [...writers, cinemaWriter(cinemasOf(loaded).sources, { keepDays })]
}

type Opened = Service & Partial<AsyncDisposable>

interface Room {
  readonly id: string
  readonly base: string
  /** The services whose sources fill it; its own id unless told. */
  readonly feeds?: readonly string[]
  open(deps: RoomDeps): Opened | Promise<Opened>
}

/** What a service is built from; each takes what it needs. */
interface RoomDeps {
  readonly store: Store
  readonly outbound: OutboundClient
  readonly clock: Clock
  readonly accounts: Accounts
  readonly loaded: LoadedConfig
  readonly logger: Logger
}

interface Cinemas {
  readonly directory: CinemaDirectory
  readonly sources: readonly CinemaSource[]
}

/** Checked once per configuration. */
const cinemas = new WeakMap<LoadedConfig, Cinemas>()

/** Who is read: the made-up chains in the sandbox, the real ones otherwise. */
function cinemasOf(loaded: LoadedConfig): Cinemas {
  const known = cinemas.get(loaded)
  if (known !== undefined) return known
  const { config, secrets } = loaded
  const tokens = secrets.cinema.tokens?.reveal().split(',') ?? []
  const real = loadCinemaDirectory(Object.fromEntries(tokens.map((token) => token.split(/=(.*)/, 2))))
  const directory =
    config.run.profile === 'sandbox'
      ? { ...readCinemaDirectory(cinemaMembers(), cinemaSecrets), listed: real.listed }
      : real
  const found = { directory, sources: cinemaSources(directory) }
  cinemas.set(loaded, found)
  return found
}

function openTheCinema({ store, outbound, clock, accounts, loaded }: RoomDeps): Service {
  return cinemaService({
    store,
    outbound,
    clock,
    accounts,
    ...cinemasOf(loaded),
    readSourceState: (source) => readSourceStatus(store, source),
  })
}

/** Two areas behind one address, as their specification has them. */
function openTheData({ store }: RoomDeps): Service {
  return joinServices(
    {
      id: 'data',
      title: 'Jobs and trust centers',
      about:
        'Public job postings of many employers, and what companies publish in their security trust centers.',
      version: '0.1.0',
      description:
        'Public job postings, and what companies publish in their security trust centers, as an anonymous visitor reads them.',
    },
    [jobsService(store.readModel), trustService(store.readModel)],
  )
}

function openTheMarket({
  outbound,
  clock,
  accounts,
  loaded,
  logger,
}: RoomDeps): ReturnType<typeof openMarket> {
  const { market, limits, run } = loaded.config
  const isLive = run.profile === 'live'
  return openMarket({
    outbound,
    clock,
    upstreams: market.upstreams,
    origin: isLive ? market.origin : providerOrigin,
    polite: isLive,
    cacheBytesMax: market.cacheBytesMax,
    redisUrl: loaded.secrets.redis.url?.reveal(),
    rateLimits: {
      anonymous: {
        requests_per_second: limits.anonymousPerSecond,
        requests_per_minute: limits.anonymousPerMinute,
      },
      key: { requests_per_second: limits.keyPerSecond, requests_per_minute: limits.keyPerMinute },
    },
    account: [...accounts.authRoutes, accounts.usageRoute, accounts.limitRequestRoute],
    onWarning: (message) => logger.warn(message),
  })
}

export const serviceNames: readonly string[] = rooms.map((room) => room.id)

export interface Surroundings {
  readonly loaded: LoadedConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly events: Events
  /** Where the pretend internet is; undefined in the live profile, and until it has started. */
  readonly sandboxOrigin: () => string | undefined
}

/** Opens the store for the server's own thread or for a thread that does nothing else. */
export function openTheStore(
  { loaded, clock, logger }: Surroundings,
  role: 'server' | 'worker',
): Promise<Store> {
  const { config, secrets } = loaded
  const databaseUrl = secrets.store.databaseUrl?.reveal()
  return openStore({
    dataDir: config.store.dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    schemaPrefix: `${config.store.schemaPrefix}_`,
    statementTimeoutMs: config.store.statementTimeoutMs,
    poolMax: config.store.poolMax,
    role,
    clock,
    onWarning: (message) => logger.warn(message),
  })
}

/** One server per data folder. On PostgreSQL the folder holds nothing that two servers could spoil. */
export function lockTheDataDir({ config, secrets }: LoadedConfig): Disposable {
  if (secrets.store.databaseUrl) return { [Symbol.dispose]: () => {} }
  return lockDataDir(config.store.dataDir)
}

export function backupTheStore(
  { config, secrets }: LoadedConfig,
  target: string,
): ReturnType<typeof backupStore> {
  const databaseUrl = secrets.store.databaseUrl?.reveal()
  return backupStore({
    dataDir: config.store.dataDir,
    target,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
}

/** The pretend internet, in a thread of its own; undefined in the live profile. */
export async function startTheSandbox({ config }: LoadedConfig): Promise<SandboxThread | undefined> {
  if (config.run.profile !== 'sandbox') return undefined
  const { seed, port, faults } = config.sandbox
  return await startSandboxThread(new URL('./sandbox-thread.ts', import.meta.url), {
    seed: String(seed),
    port,
    faults,
  })
}

/** The way out. In the sandbox every host is on this machine; otherwise only the hosts of sources and of the market provider are reached. */
export function openTheOutbound({ loaded, clock, events, sandboxOrigin }: Surroundings): OutboundClient {
  const { outbound } = loaded.config
  const isSourceHost = hostsOf(sourcesOf(loaded))
  const marketHosts = marketHostNames(loaded.config.market.upstreams)
  const hosts = (host: string) => isSourceHost(host) || marketHosts.has(host)
  return createOutbound({
    clock,
    events,
    userAgent: `Broadsheet/${packageJson.version}${outbound.contact ? ` (+${outbound.contact})` : ''}`,
    hosts,
    ...(outbound.allowPrivateHosts ? { allowPrivate: hosts } : {}),
    ...(loaded.config.run.profile === 'sandbox'
      ? { resolveHost: () => ({ origin: sandboxOrigin() ?? notYet() }) }
      : {}),
  })
}

function notYet(): never {
  throw new Failure('upstream_unavailable', 'The sandbox is still starting.', { retryAfterSeconds: 1 })
}

export interface SyncSide extends AsyncDisposable {
  readonly store: Store
  readonly engine: SyncEngine
}

/** Everything a sync needs, for the sync thread and for the command line; for one room alone where that is served alone. */
export async function openSync(surroundings: Surroundings, only?: string): Promise<SyncSide> {
  const { loaded, clock, events } = surroundings
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await openTheStore(surroundings, 'worker'))
  const outbound = stack.use(openTheOutbound(surroundings))
  const engine = createSyncEngine({
    store,
    outbound,
    artifacts: openArtifacts(loaded),
    sources: sourcesOf(loaded).filter((source) => feedsOf(only)?.includes(source.service) ?? true),
    writers: writersOf(loaded),
    clock,
    events,
    holder: `${hostname()}:${process.pid}`,
    membersAtOnce: loaded.config.sync.atOnce,
    memberTimeoutMs: loaded.config.sync.memberTimeoutMs,
  })
  const kept = stack.move()
  return { store, engine, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

function feedsOf(only: string | undefined): readonly string[] | undefined {
  const room = rooms.find(({ id }) => id === only)
  return room && (room.feeds ?? [room.id])
}

function openArtifacts({ config, secrets }: LoadedConfig): Artifacts {
  const { s3Url, bucket, region } = config.artifacts
  const { accessKey, secretKey } = secrets.artifacts
  if (s3Url === undefined || bucket === undefined || !accessKey || !secretKey) {
    return diskArtifacts({ folder: join(config.store.dataDir, 'artifacts') })
  }
  return s3Artifacts({
    url: s3Url,
    bucket,
    region,
    accessKey: accessKey.reveal(),
    secretKey: secretKey.reveal(),
    stagingFolder: join(config.store.dataDir, 'staging'),
  })
}

/** Syncs in a thread of its own, beside whoever answers requests. */
export async function startTheSync(
  { loaded, events, sandboxOrigin }: Surroundings,
  only?: string,
): Promise<SyncThread> {
  return await startSyncThread({
    entry: new URL('./sync-thread.ts', import.meta.url),
    workerData: { sources: loaded.sources, sandboxOrigin: sandboxOrigin(), only },
    events,
    stopWithinMs: loaded.config.server.drainMs + 5000,
  })
}

/** Who may do what, how often, for how many credits. */
function openTheIdentity({ loaded, clock, logger }: Surroundings, store: Store): Promise<Identity> {
  const { config, secrets } = loaded
  const { limits, server, mail, keys, run } = config
  const redisUrl = secrets.redis.url?.reveal()
  const smtpUrl = secrets.mail.smtpUrl?.reveal()
  return openIdentity({
    store,
    clock,
    secret: secrets.security.secret.reveal(),
    rates: {
      anonymous: { perSecond: limits.anonymousPerSecond, perMinute: limits.anonymousPerMinute },
      identified: { perSecond: limits.keyPerSecond, perMinute: limits.keyPerMinute },
      livePerSecond: limits.livePerSecond,
    },
    allowances: allowancesOf(config),
    keyLifetimeMs: keys.days === undefined ? undefined : keys.days * 86_400_000,
    isWorker: cluster.isWorker,
    redis:
      redisUrl === undefined
        ? undefined
        : { url: redisUrl, keyPrefix: `${config.store.schemaPrefix}:limit:` },
    mail:
      run.profile === 'sandbox'
        ? { kind: 'mailbox' }
        : smtpUrl !== undefined && mail.from !== undefined
          ? { kind: 'smtp', url: smtpUrl, from: mail.from, timeoutMs: server.requestTimeoutMs * 0.8 }
          : { kind: 'none' },
    origin: server.publicUrl ?? `http://${server.host}:${server.port}`,
    onWarning: (message) => logger.warn(message),
  })
}

/** In the first of several processes: keeps the limits they share. */
export function lendTheLimits(clock: Clock): Disposable {
  return lendToWorkers(clock)
}

function allowancesOf({ credits }: LoadedConfig['config']) {
  return { perDayAnonymous: credits.anonymousPerDay, perMonthIdentified: credits.perMonth }
}

/** What an operator does to identities from the command line. */
export async function openTheOperator(
  surroundings: Surroundings,
  operator: string,
): Promise<Operator & AsyncDisposable> {
  const { loaded, clock } = surroundings
  const store = await openTheStore(surroundings, 'worker')
  const secret = loaded.secrets.security.secret.reveal()
  return {
    ...openOperator({ store, clock, secret, allowances: allowancesOf(loaded.config), operator }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

export interface HttpSide extends AsyncDisposable {
  readonly edge: Edge
  readonly store: Store
  /** Answers go on, each ending its connection; readiness ends. */
  drain(): void
}

/** Everything that answers requests: all services under their base paths, or one alone at the root. */
export async function openHttp(surroundings: Surroundings, only?: string): Promise<HttpSide> {
  const { loaded, clock, logger } = surroundings
  const { server, log, run } = loaded.config
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await openTheStore(surroundings, 'server'))
  const outbound = stack.use(openTheOutbound(surroundings))
  const shedding = new Shedding({ inFlightMax: server.inFlightMax, lagMsMax: 1000 })
  stack.defer(() => shedding.close())
  const metrics = new Metrics()
  const origin = (host: string | undefined) =>
    server.publicUrl ?? `http://${host ?? `${server.host}:${server.port}`}`
  const identity = stack.use(await openTheIdentity(surroundings, store))
  const edge = createEdge({
    clock,
    logger,
    metrics,
    gate: identity.gate,
    cursors: createCursorCodec(loaded.secrets.security.secret.reveal()),
    shedding,
    requestTimeoutMs: server.requestTimeoutMs,
    bodyBytesMax: server.bodyBytesMax,
    trustedProxies: server.trustedProxies,
    logRequests: log.requests,
    hotBytesMax: 64 * 1024 * 1024,
    versionOf: (scope) => store.readModel.version(scope),
  })

  async function ready(signal: AbortSignal): Promise<void> {
    shedding.refuseWhenDraining()
    await store.ping(signal)
  }
  const chosen = rooms.filter((room) => only === undefined || room.id === only)
  const mounted: Mounted[] = []
  for (const room of chosen) {
    const service = await room.open({ store, outbound, clock, accounts: identity.accounts, loaded, logger })
    stack.defer(() => service[Symbol.asyncDispose]?.())
    mounted.push({
      base: only === undefined ? room.base : '',
      service,
      publishedAt: () => Math.max(0, ...service.scopes.map((scope) => store.readModel.publishedAt(scope))),
    })
  }
  for (const { base, service } of mounted) edge.mount(base, routesOf(service, base, ready))
  const taken = new Set(
    mounted.flatMap(({ base, service }) => service.routes.map((route) => base + route.path || '/')),
  )
  const common = [
    frontPageRoute({
      mounted,
      clock,
      version: packageJson.version,
      origin,
      isSandbox: run.profile === 'sandbox',
      healthy: () =>
        ready(AbortSignal.timeout(1000)).then(
          () => true,
          () => false,
        ),
    }),
    ...wellKnownRoutes(mounted, origin),
    metricsRoute(metrics),
    errorsPageRoute,
    ...identity.ownRoutes,
    ...(only === undefined ? healthRoutes({ service: 'broadsheet', ready }) : []),
  ]
  edge.mount(
    '',
    common.filter((route) => !taken.has(route.path)),
  )
  mountReferencePage(
    edge.app,
    mounted.map(({ base, service }) => ({
      title: service.title,
      slug: service.id,
      url: `${base}/v1/openapi.json`,
    })),
  )
  await edge.app.ready()
  stack.defer(() => edge.app.close())
  const kept = stack.move()
  return { edge, store, drain: () => shedding.drain(), [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
