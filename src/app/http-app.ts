/** The HTTP side: all services under their base paths, or one alone at the root. */

import type { Server as NodeServer } from 'node:http'
import type { MessagePort } from 'node:worker_threads'
import type { Events } from '../core/events.ts'
import { applyV8Workarounds } from '../core/v8-workarounds.ts'
import type { ChangeSource } from '../http/changes/change-source.ts'
import { createCursorCodec } from '../http/cursor.ts'
import { dumpRoutes } from '../http/exports/dump-routes.ts'
import { exportRoutes, withExportNote } from '../http/exports/export-routes.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { Metrics } from '../http/metrics/metrics.ts'
import { metricsRoute } from '../http/metrics/metrics-route.ts'
import { createMetricsServer } from '../http/metrics/metrics-server.ts'
import {
  addAlarmMetrics,
  addHostMetrics,
  addMemberMetrics,
  addSearchMetrics,
} from '../http/metrics/store-metrics.ts'
import { withSyncMetrics } from '../http/metrics/sync-metrics.ts'
import { withUpstreamMetrics } from '../http/metrics/upstream-metrics.ts'
import { accountPageRoutes } from '../http/pages/account-page.ts'
import { accountPath } from '../http/pages/account-path.ts'
import { findGuides, guidesPath, projectFolder } from '../http/pages/guides/guide-files.ts'
import { mountGuides } from '../http/pages/guides/mount-guides.ts'
import { type MountedService, servicePageRoute, withServicePage } from '../http/pages/home/front-page.ts'
import { sentenceCase, toAreas } from '../http/pages/home/service-section.ts'
import { statusPath } from '../http/pages/home/status-page.ts'
import { operationsPageRoute, operationsPath } from '../http/pages/operations-page.ts'
import { mountReferencePage } from '../http/pages/reference/reference-page.ts'
import { type SiteLink, tablesPath } from '../http/pages/site.ts'
import type { AnyRoute } from '../http/route.ts'
import { createServer, type HttpServer } from '../http/server/create-server.ts'
import { LoadShedder } from '../http/server/load/load-shedder.ts'
import { buildServiceRoutes } from '../http/service-routes.ts'
import { mailboxPath } from '../identity/index.ts'
import { readIndexLag } from '../services/jobs/publish/search-index/index-lag.ts'
import { readHostStates } from '../store/coordination/host-states.ts'
import type { Store } from '../store/store.ts'
import { readMemberCounts } from '../sync/health/member-counts.ts'
import { accountBase, accountService, loadAccountExamples } from './account/account-service.ts'
import { readAlarms } from './alarms/alarm-rows.ts'
import { alarmKinds } from './alarms/causes.ts'
import { type AppContext, withLoggedErrors } from './app-context.ts'
import { createDumpStore } from './exports/create-dump-store.ts'
import { createExporter } from './exports/create-exporter.ts'
import { createIdentity } from './identity.ts'
import { agentGuides } from './mcp/documentation.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { createOutboundClient } from './outbound.ts'
import { pageRoutes } from './page-routes.ts'
import { publicOrigin } from './public-origin.ts'
import { createReadiness } from './readiness.ts'
import { RouteCaller } from './route-caller.ts'
import { openSearchServer } from './search/search-server.ts'
import { createSourceFilter, selectServices } from './services/index.ts'
import type { ServiceDeps } from './services/service-entry.ts'
import { createStore } from './store.ts'
import { createCollectingNotes } from './sync/collecting-notes.ts'
import { createCollectionReader } from './sync/collection.ts'
import { createFirstSyncReader, withFirstSyncLog } from './sync/first-sync.ts'
import { createRebuildReader } from './sync/rebuild-progress.ts'
import { findTableLists } from './tables/table-list.ts'
import { tableRoutes } from './tables/table-routes.ts'
import { ThreadBuffers } from './thread-buffers.ts'
import { createWebhookTools } from './webhooks/webhook-tools.ts'

export interface HttpApp extends AsyncDisposable {
  readonly server: HttpServer
  readonly store: Store
  /** For `/metrics`, if it has a port of its own; not listening yet. */
  readonly metricsServer: NodeServer | undefined
  /** What its services' readers can follow, by service. */
  readonly changeSources: ReadonlyMap<string, ChangeSource>
  /** The public addresses of these services. */
  readonly changeUrls: ReadonlyMap<string, string>
  /** Whether `/account` is served. */
  readonly hasAccount: boolean
  /** Counts every event for `/metrics`, then passes it on. */
  readonly events: Events
  /** Requests are still answered, each closing its connection; readiness fails. */
  drain(): void
}

/** The ports are those of one of several threads that answer requests. */
export interface HttpAppOptions {
  readonly onlyService?: string | undefined
  /** From `QuotaServer`. */
  readonly quotaPort?: MessagePort
  /** From `BufferHub`. */
  readonly buffersPort?: MessagePort
}

export async function createHttpApp(
  context: AppContext,
  { onlyService, quotaPort, buffersPort }: HttpAppOptions = {},
): Promise<HttpApp> {
  applyV8Workarounds()
  const { loaded, clock, logger } = context
  const { server: serverConfig, log } = loaded.config
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await createStore(context, 'server', { mayMigrate: true }))
  const metrics = new Metrics()
  const firstSync = createFirstSyncReader(store, createSourceFilter(onlyService), loaded.config.sync.enabled)
  const rebuild = createRebuildReader(store, createSourceFilter(onlyService))
  const logged = withFirstSyncLog(context.events, firstSync, logger)
  const events = withLoggedErrors(withSyncMetrics(metrics, withUpstreamMetrics(metrics, logged)), logger)
  addAlarmMetrics(metrics, Object.keys(alarmKinds), () => readAlarms(store))
  addHostMetrics(metrics, (limit) => readHostStates(store, limit))
  addMemberMetrics(metrics, () => readMemberCounts(store.ledger))
  const search = await openSearchServer(loaded)
  if (search !== undefined) {
    stack.use(search)
    await search.archive(store.readModel, clock)
    addSearchMetrics(metrics, () => readIndexLag(store.readModel))
  }
  const shedding = new LoadShedder(serverConfig.inFlightMax)
  const identity = stack.use(await createIdentity(context, store, quotaPort))
  const cursors = createCursorCodec(loaded.secrets.security.secret.reveal(), store.readModel)
  const collecting = createCollectingNotes((service) =>
    createFirstSyncReader(store, (each) => each === service, loaded.config.sync.enabled),
  )
  const mounted: MountedService[] = []
  const site = {
    isSandbox: loaded.config.run.profile === 'sandbox',
    sections: [] as SiteLink[],
    others: [] as SiteLink[],
    tables: new Map<string, string>(),
    collecting: async (section: string) => {
      const area = mounted.flatMap(toAreas).find(({ service: { id } }) => id === section)
      return area?.service.desk === undefined ? undefined : await collecting(section)
    },
  }
  const httpServer = createServer({
    clock,
    logger,
    metrics,
    accessControl: identity.accessControl,
    cursors,
    loadShedder: shedding,
    requestTimeoutMs: serverConfig.requestTimeoutMs,
    bodyBytesMax: serverConfig.bodyBytesMax,
    trustedProxies: serverConfig.trustedProxies,
    logRequests: log.requests,
    cacheBytesMax: 32 * 1024 * 1024,
    streamLimits: {
      anonymous: loaded.config.limits.anonymousStreams,
      identified: loaded.config.limits.keyStreams,
      total: serverConfig.streamsMax,
    },
    site,
    publications: store.readModel,
  })

  const changeSources = new Map<string, ChangeSource>()
  const changeUrls = new Map<string, string>()
  const ready = createReadiness({ store, loadShedder: shedding, ...loaded.config.store })
  const deps: Omit<ServiceDeps, 'publicUrl'> = {
    ...context,
    store,
    metrics,
    sharedBuffers: buffersPort && stack.use(new ThreadBuffers(buffersPort)),
    search,
    accounts: identity.accounts,
    createOutbound: (hosts) => stack.use(createOutboundClient({ ...context, events }, hosts, store)),
  }
  const exporter = await createExporter(context)
  const dumps = createDumpStore(context)
  const origin = (host?: string) => publicOrigin(serverConfig, host)
  const routeCaller = new RouteCaller(cursors, store.readModel)
  for (const entry of selectServices(onlyService)) {
    const base = onlyService === undefined ? entry.base : ''
    const service = await entry.open({ ...deps, publicUrl: origin() + base })
    stack.defer(() => service[Symbol.asyncDispose]?.())
    for (const { changes } of service.areas ?? [service])
      if (changes !== undefined) {
        changeSources.set(changes.service, changes)
        changeUrls.set(changes.service, origin() + base)
      }
    const mountedService: MountedService = {
      base,
      service,
      publishedAt: (scopes) => Math.max(0, ...scopes.map((scope) => store.readModel.publishedAt(scope))),
    }
    const exports = exportRoutes(service, { exporter, accounts: identity.accounts })
    const described = {
      ...service,
      routes: [
        ...service.routes.map(withExportNote),
        ...(exports.length === 0 ? [] : dumpRoutes(service.id, dumps)),
      ],
    }
    const routes = buildServiceRoutes(described, base, ready, entry.loadExamples).map((route) =>
      isIndex(route) ? withServicePage(route, mountedService, { origin }) : route,
    )
    httpServer.mount(base, [...routes, ...exports])
    routeCaller.add(base, service.routes)
    mounted.push(mountedService)
  }
  if (identity.operators.hasOperators) {
    // A little less than a request may take, so that the response arrives.
    const deadlineMs = serverConfig.requestTimeoutMs * 0.8
    // Loaded only here: it needs the sources of all services.
    const { createDiscoverer } = await import('./discovery.ts')
    const { CurrentSources } = await import('./operator/current-sources.ts')
    const { createOperatorRuns } = await import('./operator/operator-runs.ts')
    const { createOperatorMembers } = await import('./operator/operator-members.ts')
    const { createOperatorAlarms } = await import('./alarms/operator-alarms.ts')
    const { operatorBase, operatorService } = await import('./operator/operator-service.ts')
    const current = new CurrentSources(context)
    const discoverer = stack.use(createDiscoverer({ ...context, events }, { deadlineMs, store }))
    const members = createOperatorMembers({ ...context, events }, store, current)
    const runs = createOperatorRuns({ store, clock, sources: current })
    const alarms = createOperatorAlarms({ store, clock })
    const service = operatorService({ ...identity, discoverer, members, runs, alarms })
    httpServer.mount(operatorBase, buildServiceRoutes(service, operatorBase, ready))
    httpServer.mount('', [
      operationsPageRoute({
        api: `${operatorBase}/v1`,
        services: mounted.flatMap(({ service }) => service.areas ?? [service]),
      }),
    ])
  }
  for (const entry of mounted) {
    const { base, service } = entry
    const hasPage = base === '' || service.routes.some(isIndex)
    if (!hasPage) httpServer.mount(base, [servicePageRoute(entry, { origin })])
  }
  const hasSignIn = mounted.some(({ service }) => service.routes.some(({ path }) => path === '/v1/auth/otp'))
  const account =
    hasSignIn && changeSources.size > 0
      ? accountService({
          ...createWebhookTools(context, store),
          idempotent: identity.accounts.idempotent,
          hasMail: identity.hasMail,
          sources: changeSources,
          urls: changeUrls,
          origin: origin(),
        })
      : undefined
  if (account !== undefined)
    httpServer.mount(accountBase, buildServiceRoutes(account, accountBase, ready, loadAccountExamples))
  const servicePaths = new Set(
    mounted.flatMap(({ base, service }) => service.routes.map(({ path }) => base + path || '/')),
  )
  const accountPage = accountPageRoutes({
    mounted,
    origin,
    webhookServices: [...changeSources.keys()],
    operationsPath: identity.operators.hasOperators ? operationsPath : undefined,
    mailboxPath: identity.rootRoutes.find(({ path }) => path === mailboxPath)?.path,
  })
  const guides = findGuides(projectFolder)
  const sharedRoutes = [
    ...pageRoutes(mounted, {
      origin,
      ready,
      firstSync,
      rebuild,
      collection: createCollectionReader(store, clock),
      isSandbox: site.isSandbox,
      hasMetrics: hasMetricsRoute(loaded.config),
      hasGuides: guides !== undefined,
    }),
    ...(hasMetricsRoute(loaded.config) ? [metricsRoute(metrics)] : []),
    ...accountPage,
    ...identity.rootRoutes,
    ...(onlyService === undefined ? healthRoutes({ service: 'broadsheet', checkReady: ready }) : []),
  ]
  httpServer.mount(
    '',
    sharedRoutes.filter(({ path }) => !servicePaths.has(path)),
  )
  const lists = findTableLists(mounted)
  for (const { call, path } of lists) site.tables.set(call, path)
  httpServer.mount('', tableRoutes({ lists, routes: routeCaller, origin }))
  site.sections.push(
    ...mounted.flatMap(toAreas).map(({ base, service: { id, pages } }) => ({
      id,
      // Shorter than the title of the service, so that a phone shows them side by side.
      title: sentenceCase(id),
      path: base + (pages?.[0]?.path ?? '') || '/',
    })),
  )
  site.others.push(
    { id: 'tables', title: 'Tables', path: tablesPath },
    { id: 'status', title: 'Status', path: statusPath },
    ...(guides === undefined ? [] : [{ id: 'guides', title: 'Guides', path: guidesPath }]),
    ...(accountPage.length > 0 ? [{ id: 'account', title: 'Account', path: accountPath }] : []),
  )
  mountReferencePage(
    httpServer,
    {
      documents: [...mounted, ...(account ? [{ base: accountBase, service: account }] : [])].map(
        ({ base, service: { title, id } }) => ({ title, slug: id, url: `${base}/v1/openapi.json` }),
      ),
    },
    site,
  )
  httpServer.mount('', [
    mcpRoute({
      origin: origin(),
      routes: routeCaller,
      guides: agentGuides(guides),
      collecting,
      onError: (error, requestId) => logger.warn({ request_id: requestId, err: error }, 'a tool failed'),
    }),
  ])
  if (guides !== undefined) mountGuides(httpServer, guides, site)
  stack.defer(() => httpServer.close())
  const { enabled, port } = loaded.config.metrics
  const metricsServer = enabled && port !== undefined ? createMetricsServer(metrics) : undefined
  stack.defer(() => void metricsServer?.close().closeAllConnections())
  const resources = stack.move()
  return {
    server: httpServer,
    store,
    changeSources,
    changeUrls,
    hasAccount: account !== undefined,
    metricsServer,
    events,
    drain: () => shedding.drain(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** A route at the base path of a service. */
function isIndex({ method, path }: AnyRoute): boolean {
  return method === 'GET' && path === ''
}

function hasMetricsRoute({ metrics }: AppContext['loaded']['config']): boolean {
  return metrics.enabled && metrics.port === undefined
}
