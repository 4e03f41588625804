/** Sends digests for as long as the server runs, on one of the nodes that share the store. */

import { repeat } from '../../core/async/repeat.ts'
import type { ChangeSource } from '../../http/changes/change-source.ts'
import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import { holdNamedLease } from '../../sync/run/held-lease.ts'
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
  await using stack = new AsyncDisposableStack()
  const mail = stack.use(await context.profile.openMail(store, clock))
  const ledger = identityLedger(store.ledger)
  const hash = createKeyedHash(loaded.secrets.security.secret.reveal())

  async function sendDue(stop: AbortSignal): Promise<void> {
    await using lease = await holdNamedLease(store, clock, 'digests', leaseMs)
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
      signal: AbortSignal.any([stop, lease.lost]),
      onWarning: (message, err) => logger.warn({ err }, message),
    })
  }

  const watch = (stop: AbortSignal) =>
    sendDue(stop).catch((err: unknown) => {
      if (!stop.aborted) logger.warn({ err }, 'digests cannot be sent at present')
    })
  if (hasAccount) stack.use(repeat(clock, lookMs, watch))
  return stack.move()
}
