/** Identity for the server, and the operator's side of it for the command line. */

import type { MessagePort } from 'node:worker_threads'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { type Identity, keyPrefixes, type Operator, openIdentity, openOperator } from '../identity/index.ts'
import type { Store } from '../store/store.ts'
import type { AppContext } from './app-context.ts'
import { publicOrigin } from './public-origin.ts'
import { createStore, requireDatabase } from './store.ts'

export { type Operator, QuotaServer } from '../identity/index.ts'

export async function createIdentity(
  { loaded, clock, logger, profile }: AppContext,
  store: Store,
  quotaPort?: MessagePort,
): Promise<Identity> {
  const { config, secrets } = loaded
  const { limits } = config
  const redisUrl = secrets.redis.url?.reveal()
  return await openIdentity({
    store,
    clock,
    secret: secrets.security.secret.reveal(),
    rates: {
      anonymous: { perSecond: limits.anonymousPerSecond, perMinute: limits.anonymousPerMinute },
      identified: { perSecond: limits.keyPerSecond, perMinute: limits.keyPerMinute },
      livePerSecond: limits.livePerSecond,
    },
    allowances: creditAllowances(config),
    creditEntryDays: config.retention.creditEntryDays,
    keyPrefix: keyPrefixes[config.run.profile],
    keyLifetimeMs: keyLifetime(config),
    quotaPort,
    redis:
      redisUrl === undefined
        ? undefined
        : { url: redisUrl, keyPrefix: `${config.store.schemaPrefix}:limit:` },
    mail: await profile.openMail(store, clock),
    operatorEmails: config.operators.emails,
    origin: publicOrigin(config.server),
    onWarning: (message) => logger.warn(message),
  })
}

function creditAllowances({ credits }: LoadedConfig['config']) {
  return { perDayAnonymous: credits.anonymousPerDay, perMonthIdentified: credits.perMonth }
}

function keyLifetime({ keys }: LoadedConfig['config']): number | undefined {
  return keys.days === undefined ? undefined : keys.days * 86_400_000
}

export async function createOperator(
  context: AppContext,
  operatorName: string,
): Promise<Operator & AsyncDisposable> {
  const { loaded, clock } = context
  requireDatabase(loaded)
  const store = await createStore(context, 'worker', { mayMigrate: false })
  const secret = loaded.secrets.security.secret.reveal()
  return {
    ...openOperator({
      store,
      clock,
      secret,
      allowances: creditAllowances(loaded.config),
      keyPrefix: keyPrefixes[loaded.config.run.profile],
      keyLifetimeMs: keyLifetime(loaded.config),
      operatorName,
    }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
