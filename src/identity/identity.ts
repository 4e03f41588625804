/** Identity as a whole: built from the store and the settings, it gives the edge its gate and services their accounts. */

import type { Clock } from '../core/clock.ts'
import type { Gate, Who } from '../http/access-control.ts'
import type { Accounts } from '../http/accounts.ts'
import type { AnyRoute } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import { Credentials } from './credentials/authenticator.ts'
import { Codes } from './credentials/sign-in-codes.ts'
import { type Allowances, Credits } from './credits/credits.ts'
import { Housekeeping } from './housekeeping.ts'
import { Idempotency } from './idempotency.ts'
import { IdentityGate } from './identity-access-control.ts'
import { createKeyedHash } from './keyed-hash.ts'
import { type MailTransport, noTransport, smtpTransport } from './mail/mail-transport.ts'
import { mailboxRoute, mailboxTransport } from './mail/sandbox-mailbox.ts'
import { borrowFromPrimary } from './ratelimit/cluster-quota.ts'
import { type Limiter, MemoryLimiter, policyOf, type Rates, rateLimited } from './ratelimit/limiter.ts'
import { redisLeases } from './ratelimit/redis-quota.ts'
import { SharedLimiter } from './ratelimit/shared-limiter.ts'
import { analyticsRoute, limitRequestRoute, usageRoute } from './routes/account.ts'
import { authRoutes } from './routes/auth.ts'
import { identityLedger } from './tables.ts'
import { Usage } from './usage/usage-recorder.ts'

export interface IdentityOptions {
  readonly store: Store
  readonly clock: Clock
  /** Keys every hash: with another secret no code, token or key is known any more. */
  readonly secret: string
  readonly rates: {
    readonly anonymous: Required<Rates>
    readonly identified: Required<Rates>
    readonly livePerSecond: number
  }
  readonly allowances: Allowances
  readonly keyLifetimeMs: number | undefined
  /** Undefined: limits count within this machine. */
  readonly redis: { readonly url: string; readonly keyPrefix: string } | undefined
  /** One of several processes on this machine, whose first one lends to all of them. */
  readonly isWorker?: boolean
  readonly mail:
    | { readonly kind: 'smtp'; readonly url: string; readonly from: string; readonly timeoutMs: number }
    | { readonly kind: 'mailbox' }
    | { readonly kind: 'none' }
  readonly origin: string
  onWarning(message: string): void
}

export interface Identity extends AsyncDisposable {
  readonly gate: Gate
  readonly accounts: Accounts
  /** Routes of the joint server: the sandbox's mailbox. */
  readonly ownRoutes: readonly AnyRoute[]
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { store, clock, onWarning, rates } = options
  await using stack = new AsyncDisposableStack()
  const ledger = identityLedger(store.ledger)
  const hash = createKeyedHash(options.secret)
  const credentials = new Credentials({
    ledger,
    hash,
    anonymous: rates.anonymous,
    identified: rates.identified,
  })
  const limiter = stack.use(await openLimiter(options))
  const usage = stack.use(new Usage({ ledger, clock, onWarning }))
  usage.start()
  const credits = new Credits({ ledger, hash, allowances: options.allowances, now: () => clock.now() })
  const idempotency = new Idempotency({ ledger, hash, onWarning })
  const once: Accounts['once'] = (ask, route, work) => idempotency.once(ask, route, work)
  const mail = stack.use(await openMail(options))
  const housekeeping = stack.use(new Housekeeping({ ledger, credits, clock, onWarning }))
  housekeeping.start()
  const livePolicy = policyOf({ perSecond: rates.livePerSecond })
  const deps = { ledger, credits, usage, once }

  const accounts: Accounts = {
    charge: (order) => credits.charge(order),
    async admitLive({ subject }: Who) {
      const decision = await limiter.take(`live:${subject}`, livePolicy, clock.now())
      if (decision.refusedBy !== undefined) throw rateLimited(decision)
    },
    once,
    authRoutes: authRoutes({
      ledger,
      hash,
      codes: new Codes({ ledger, hash }),
      mail,
      once,
      keyLifetimeMs: options.keyLifetimeMs,
      onRevoked: () => credentials.changed(),
      origin: options.origin,
    }),
    usageRoute: usageRoute(deps),
    limitRequestRoute: limitRequestRoute(deps),
    analyticsRoute: (own) => analyticsRoute(deps, own),
  }
  const kept = stack.move()
  return {
    gate: new IdentityGate({ clock, credentials, limiter, usage }),
    accounts,
    ownRoutes: options.mail.kind === 'mailbox' ? [mailboxRoute(ledger)] : [],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function openLimiter({ redis, isWorker, clock, onWarning }: IdentityOptions): Promise<Limiter> {
  if (redis) return new SharedLimiter({ clock, onWarning }, await redisLeases({ ...redis, clock }))
  return isWorker ? new SharedLimiter({ clock, onWarning }, borrowFromPrimary()) : new MemoryLimiter()
}

async function openMail({ mail, store, clock }: IdentityOptions): Promise<MailTransport> {
  if (mail.kind === 'smtp') return smtpTransport(mail)
  return mail.kind === 'mailbox' ? mailboxTransport(identityLedger(store.ledger), clock) : noTransport
}
