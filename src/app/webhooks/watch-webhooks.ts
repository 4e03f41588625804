/** Sends changes to webhooks for as long as the server runs; each service on one of the nodes that share the store. */

import { randomInt } from 'node:crypto'
import type { ChangeSource } from '../../http/changes/change-source.ts'
import { identityScope } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import { holdNamedLease } from '../../sync/run/held-lease.ts'
import type { AppContext } from '../app-context.ts'
import { publicOrigin } from '../public-origin.ts'
import { pruneOldDeliveries } from './deliveries.ts'
import { hasMailToSend, mailOwners } from './disabled-mail.ts'
import { readActive } from './record-queues.ts'
import { Sender } from './sender.ts'
import { createWebhookTools } from './webhook-tools.ts'
import { webhookScope } from './webhooks.ts'

const lookMs = 100
/** How long another node waits before it goes on, if this one dies. */
const leaseMs = 9_000
const tryLeaseMs = 2_000
const maintenanceMs = 60_000
const idleCheckMs = 1_000

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
  let idleVersions: string | undefined
  while (!stop.aborted) {
    try {
      // An identity that is no longer blocked has its webhooks again.
      const versions = `${ledger.version(webhookScope)} ${ledger.version(identityScope)}`
      // Without webhooks it costs nothing.
      if (ledger.version(webhookScope) > 0 && versions !== idleVersions) {
        const hasWork = await isNeeded()
        idleVersions = hasWork ? undefined : versions
        if (hasWork) await sendWhileHeld()
      }
    } catch (err) {
      if (!stop.aborted) logger.warn({ err, service: source.service }, 'webhooks cannot be sent at present')
    }
    await clock.sleep(idleVersions === undefined ? tryLeaseMs : lookMs * 10, stop).catch(() => {})
  }

  /** Until there is nothing left to send, the lease is lost or the server stops. */
  async function sendWhileHeld(): Promise<void> {
    await using lease = await holdNamedLease(store, clock, `webhooks ${source.service}`, leaseMs)
    if (lease === undefined) return
    const signal = AbortSignal.any([stop, lease.lost])
    await using sender = new Sender({
      ...tools,
      source,
      random: () => randomInt(1000) / 1000,
      onWarning: (message, err) => logger.warn({ err, service: source.service }, message),
    })
    lease.lost.addEventListener('abort', () => sender.abandon(), { once: true })
    let maintenanceAt = 0
    let idleCheckAt = 0
    let mailing: Promise<void> | undefined
    try {
      while (!signal.aborted) {
        lease.assertHeld()
        await sender.look()
        const now = clock.monotonic()
        if (now >= maintenanceAt) {
          maintenanceAt = now + maintenanceMs
          await pruneOldDeliveries(ledger, clock.now())
          // Beside the deliveries: a mail server may take its time.
          mailing ??= mailDisabled(signal).finally(() => {
            mailing = undefined
          })
        }
        if (sender.isIdle && mailing === undefined && now >= idleCheckAt) {
          idleCheckAt = now + idleCheckMs
          if (!(await isNeeded())) return
        }
        await clock.sleep(lookMs, signal).catch(() => {})
      }
    } finally {
      await mailing
    }
  }

  /** Never rejects. */
  async function mailDisabled(signal: AbortSignal): Promise<void> {
    const origin = publicOrigin(context.loaded.config.server)
    try {
      await mailOwners(ledger, { service: source.service, mail, origin, nowMs: clock.now(), signal })
    } catch (err) {
      if (!signal.aborted) logger.warn({ err, service: source.service }, 'owners of webhooks get no mail')
    }
  }

  async function isNeeded(): Promise<boolean> {
    const active = await readActive(ledger, source.service)
    return active.length > 0 || (await hasMailToSend(ledger, source.service))
  }
}
