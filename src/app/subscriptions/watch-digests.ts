/** Sends digests for as long as the server runs, on one of the nodes that share the store. */

import { randomUUID } from 'node:crypto'
import type { ChangeSource } from '../../http/changes/change-source.ts'
import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import type { Store } from '../../store/store.ts'
import { holdLease } from '../../sync/run/held-lease.ts'
import { processHolder, runHolder } from '../../sync/run/run-holder.ts'
import type { AppContext } from '../app-context.ts'
import { publicOrigin } from '../public-origin.ts'
import { sendDigests } from './send-digests.ts'

const lookMs = 60_000
const leaseMs = 30_000

type WatchContext = Pick<AppContext, 'loaded' | 'clock' | 'logger' | 'profile'>

interface Changes {
  readonly hasAccount: boolean
  readonly changeSources: ReadonlyMap<string, ChangeSource>
  readonly changeUrls: ReadonlyMap<string, string>
}

/** In a thread with a store, until it is disposed. Only where `/account` is served, to which e-mails link. */
export async function watchDigests(
  context: WatchContext,
  store: Store,
  { hasAccount, changeSources, changeUrls }: Changes,
): Promise<AsyncDisposable> {
  const { clock, logger, loaded } = context
  const stop = new AbortController()
  const mail = await context.profile.openMail(store, clock)
  const ledger = identityLedger(store.ledger)
  const hash = createKeyedHash(loaded.secrets.security.secret.reveal())

  async function sendDue(): Promise<void> {
    await using lease = await holdLease({
      ledger: store.ledger,
      clock,
      leaseTime: createLeaseTime(store, clock),
      name: 'digests',
      holder: runHolder(processHolder(), randomUUID()),
      leaseMs,
    })
    if (lease === undefined) return
    await sendDigests({
      ledger,
      readModel: store.readModel,
      hash,
      sources: changeSources,
      urls: changeUrls,
      mail,
      origin: publicOrigin(loaded.config.server),
      clock,
      signal: AbortSignal.any([stop.signal, lease.lost]),
      onWarning: (message, err) => logger.warn({ err }, message),
    })
  }

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      await clock.sleep(lookMs, stop.signal).catch(() => {})
      if (stop.signal.aborted) return
      await sendDue().catch((err: unknown) => {
        if (!stop.signal.aborted) logger.warn({ err }, 'digests cannot be sent at present')
      })
    }
  }

  const watching = hasAccount ? watch() : Promise.resolve()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await watching
      await mail[Symbol.asyncDispose]()
    },
  }
}
