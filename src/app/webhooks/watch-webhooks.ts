/** Sends changes to webhooks for as long as the server runs; each service on one of the nodes that share the store. */

import { randomUUID } from 'node:crypto'
import type { ChangeSource } from '../../http/changes/change-source.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import type { Store } from '../../store/store.ts'
import { holdLease } from '../../sync/run/held-lease.ts'
import { processHolder, runHolder } from '../../sync/run/run-holder.ts'
import type { AppContext } from '../app-context.ts'
import { publicOrigin } from '../public-origin.ts'
import { pruneOldDeliveries } from './deliveries.ts'
import { mailOwners } from './disabled-mail.ts'
import { readActive } from './record-queues.ts'
import { Sender } from './sender.ts'
import { webhookScope } from './subscriptions.ts'
import { createWebhookTools } from './webhook-tools.ts'

const lookMs = 100
/** How long another node waits before it goes on, if this one dies. */
const leaseMs = 9_000
const tryLeaseMs = 2_000
const maintenanceMs = 60_000

type WatchContext = Pick<AppContext, 'loaded' | 'clock' | 'logger' | 'profile'>

/** In a thread with a store, until it is disposed. */
export async function watchWebhooks(
  context: WatchContext,
  store: Store,
  sources: ReadonlyMap<string, ChangeSource>,
): Promise<AsyncDisposable> {
  const { clock, logger } = context
  const stop = new AbortController()
  const mail = await context.profile.openMail(store, clock)
  const watches = [...sources.values()].map((source) =>
    watchService(context, store, source, mail, stop.signal).catch((err: unknown) => {
      if (!stop.signal.aborted) logger.error({ err, service: source.service }, 'webhooks are no longer sent')
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(watches)
      await mail[Symbol.asyncDispose]()
    },
  }
}

type Mail = Awaited<ReturnType<AppContext['profile']['openMail']>>

async function watchService(
  context: WatchContext,
  store: Store,
  source: ChangeSource,
  mail: Mail,
  stop: AbortSignal,
): Promise<void> {
  const { clock, logger } = context
  const tools = createWebhookTools(context, store)
  const { ledger } = tools
  let idleVersion: number | undefined
  while (!stop.aborted) {
    try {
      const version = ledger.version(webhookScope)
      // Without webhooks it costs nothing.
      if (version > 0 && version !== idleVersion) {
        const isNeeded = (await readActive(ledger, source.service)).length > 0
        idleVersion = isNeeded ? undefined : version
        if (isNeeded) await sendWhileHeld()
      }
    } catch (err) {
      if (!stop.aborted) logger.warn({ err, service: source.service }, 'webhooks cannot be sent at present')
    }
    await clock.sleep(idleVersion === undefined ? tryLeaseMs : lookMs * 10, stop).catch(() => {})
  }

  /** Until there are no webhooks left, the lease is lost or the server stops. */
  async function sendWhileHeld(): Promise<void> {
    await using lease = await holdLease({
      ledger: store.ledger,
      clock,
      leaseTime: createLeaseTime(store, clock),
      name: `webhooks ${source.service}`,
      holder: runHolder(processHolder(), randomUUID()),
      leaseMs,
    })
    if (lease === undefined) return
    const signal = AbortSignal.any([stop, lease.lost])
    await using sender = new Sender({
      ...tools,
      source,
      random: () => clock.monotonic() % 1,
      onWarning: (message, err) => logger.warn({ err, service: source.service }, message),
    })
    lease.lost.addEventListener('abort', () => sender.abandon(), { once: true })
    let maintenanceAt = 0
    let version = -1
    while (!signal.aborted) {
      lease.assertHeld()
      await sender.look()
      if (clock.monotonic() >= maintenanceAt) {
        maintenanceAt = clock.monotonic() + maintenanceMs
        await pruneOldDeliveries(ledger, clock.now())
        const origin = publicOrigin(context.loaded.config.server)
        await mailOwners(ledger, { service: source.service, mail, origin, nowMs: clock.now(), signal })
      }
      const current = ledger.version(webhookScope)
      if (current !== version && sender.isIdle && !(await isStillNeeded())) return
      version = current
      await clock.sleep(lookMs, signal).catch(() => {})
    }
  }

  async function isStillNeeded(): Promise<boolean> {
    return (await readActive(ledger, source.service)).length > 0
  }
}
