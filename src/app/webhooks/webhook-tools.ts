/** What the routes of webhooks and those who send have in common. */

import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import type { Store } from '../../store/store.ts'
import type { AppContext } from '../app-context.ts'
import { createWebhookClient } from '../outbound.ts'

export function createWebhookTools(context: Pick<AppContext, 'loaded' | 'clock'>, store: Store) {
  const { config, secrets } = context.loaded
  const privateHosts: ReadonlySet<string> = new Set(config.webhooks.privateHosts)
  return {
    ledger: identityLedger(store.ledger),
    readModel: store.readModel,
    clock: context.clock,
    hash: createKeyedHash(secrets.security.secret.reveal()),
    privateHosts,
    createClient: (url: string) => createWebhookClient(context, url, privateHosts.has(new URL(url).host)),
  }
}
