/** Everything that answers requests: all services under their base paths, or one alone at the root. */

import packageJson from '../../package.json' with { type: 'json' }
import type { Events } from '../core/events.ts'
import { keepEngineSteady } from '../core/v8-workarounds.ts'
import { createCursorCodec } from '../http/cursor.ts'
import { Metrics } from '../http/metrics/metrics.ts'
import { metricsRoute } from '../http/metrics/metrics-route.ts'
import { countSyncs } from '../http/metrics/sync-metrics.ts'
import { countUpstreams } from '../http/metrics/upstream-metrics.ts'
import { errorsPageRoute } from '../http/pages/errors-page.ts'
import { frontPageRoute, type Mounted } from '../http/pages/front-page.ts'
import { mountReferencePage } from '../http/pages/reference-page.ts'
import { wellKnownRoutes } from '../http/pages/well-known.ts'
import type { AnyRoute } from '../http/route.ts'
import { createEdge, type Edge } from '../http/server/create-server.ts'
import { healthRoutes } from '../http/server/health-routes.ts'
import { Shedding } from '../http/server/load-shedder.ts'
import { routesOf } from '../http/service.ts'
import type { Store } from '../store/store.ts'
import { openTheStore, type Surroundings } from './app-context.ts'
import { openTheIdentity } from './identity.ts'
import { openTheOutbound } from './outbound.ts'
import { type Reach, roomsOf } from './services/index.ts'

export interface HttpSide extends AsyncDisposable {
  readonly edge: Edge
  readonly store: Store
  /** What happens, counted for `/metrics` and passed on. */
  readonly events: Events
  /** Answers go on, each ending its connection; readiness ends. */
  drain(): void
}

export async function openHttp(surroundings: Surroundings, only?: string): Promise<HttpSide> {
  keepEngineSteady()
  const { loaded, clock, logger } = surroundings
  const { server: serverConfig, log } = loaded.config
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await openTheStore(surroundings, 'server'))
  const metrics = new Metrics()
  const events = countSyncs(metrics, countUpstreams(metrics, surroundings.events))
  const reach: Reach = (hosts) => stack.use(openTheOutbound({ ...surroundings, events }, hosts))
  const shedding = new Shedding({ inFlightMax: serverConfig.inFlightMax, lagMsMax: 1000 })
  stack.defer(() => shedding.close())
  const identity = stack.use(await openTheIdentity(surroundings, store))
  const edge = createEdge({
    clock,
    logger,
    metrics,
    gate: identity.gate,
    cursors: createCursorCodec(loaded.secrets.security.secret.reveal()),
    shedding,
    requestTimeoutMs: serverConfig.requestTimeoutMs,
    bodyBytesMax: serverConfig.bodyBytesMax,
    trustedProxies: serverConfig.trustedProxies,
    logRequests: log.requests,
    hotBytesMax: 64 * 1024 * 1024,
    versionOf: (scope) => store.readModel.version(scope),
  })

  async function ready(signal: AbortSignal): Promise<void> {
    shedding.refuseWhenDraining()
    await store.ping(signal)
  }
  const mounted: Mounted[] = []
  for (const room of roomsOf(only)) {
    const { accounts } = identity
    const service = await room.open({ store, reach, clock, accounts, metrics, loaded, logger })
    stack.defer(() => service[Symbol.asyncDispose]?.())
    mounted.push({
      base: only === undefined ? room.base : '',
      service,
      publishedAt: () => Math.max(0, ...service.scopes.map((scope) => store.readModel.publishedAt(scope))),
    })
  }
  for (const { base, service } of mounted) edge.mount(base, routesOf(service, base, ready))
  const taken = new Set(
    mounted.flatMap(({ base, service }) => service.routes.map(({ path }) => base + path || '/')),
  )
  const common = [
    ...pageRoutes(surroundings, mounted, ready),
    metricsRoute(metrics),
    ...identity.ownRoutes,
    ...(only === undefined ? healthRoutes({ service: 'broadsheet', ready }) : []),
  ]
  edge.mount(
    '',
    common.filter(({ path }) => !taken.has(path)),
  )
  mountReferencePage(
    edge.app,
    mounted.map(({ base, service: { title, id } }) => ({ title, slug: id, url: `${base}/v1/openapi.json` })),
  )
  await edge.app.ready()
  stack.defer(() => edge.app.close())
  const kept = stack.move()
  return {
    edge,
    store,
    events,
    drain: () => shedding.drain(),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** What is at the root beside the services, for people and for programs that look around. */
function pageRoutes(
  { loaded, clock }: Surroundings,
  mounted: readonly Mounted[],
  ready: (signal: AbortSignal) => Promise<void>,
): AnyRoute[] {
  const { server, run } = loaded.config
  const origin = (host = `${server.host}:${server.port}`) => server.publicUrl ?? `http://${host}`
  const healthy = () =>
    ready(AbortSignal.timeout(1000)).then(
      () => true,
      () => false,
    )
  const isSandbox = run.profile === 'sandbox'
  return [
    frontPageRoute({ mounted, clock, version: packageJson.version, origin, isSandbox, healthy }),
    ...wellKnownRoutes(mounted, origin),
    errorsPageRoute,
  ]
}
