/** Who may do what, how often, for how many credits; and what an operator does about it. */

import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { Clock } from '../core/clock.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { ConfigurationError } from '../core/errors.ts'
import { type Identity, type Operator, openIdentity, openOperator, serveQuota } from '../identity/index.ts'
import { databaseFiles } from '../store/sqlite/files.ts'
import type { Store } from '../store/store.ts'
import { type AppContext, createStore } from './app-context.ts'

export function createIdentity({ loaded, clock, logger }: AppContext, store: Store): Promise<Identity> {
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
    allowances: creditAllowances(config),
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
export function serveQuotaToWorkers(clock: Clock): Disposable {
  return serveQuota(clock)
}

/** Where no server has been, the folder is mistyped: an empty list would be taken for the truth. */
function requireExistingDatabase({ config, secrets }: LoadedConfig): void {
  if (secrets.store.databaseUrl !== undefined) return
  const { path } = databaseFiles(config.store.dataDir).ledger
  if (!existsSync(path))
    throw new ConfigurationError([`there is no database at ${path}: check the data folder`])
}

function creditAllowances({ credits }: LoadedConfig['config']) {
  return { perDayAnonymous: credits.anonymousPerDay, perMonthIdentified: credits.perMonth }
}

/** What an operator does to identities from the command line. */
export async function createOperator(
  context: AppContext,
  operatorName: string,
): Promise<Operator & AsyncDisposable> {
  const { loaded, clock } = context
  requireExistingDatabase(loaded)
  const store = await createStore(context, 'worker')
  const secret = loaded.secrets.security.secret.reveal()
  return {
    ...openOperator({ store, clock, secret, allowances: creditAllowances(loaded.config), operatorName }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
