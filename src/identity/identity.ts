/** Identity as a whole: built from the store and the settings, it gives the edge its gate and services their accounts. */

import type { Clock } from '../core/clock.ts'
import type { AccessControl, Principal } from '../http/access-control.ts'
import type { Accounts } from '../http/accounts.ts'
import type { AnyRoute } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import { Authenticator } from './credentials/authenticator.ts'
import { SignInCodes } from './credentials/sign-in-codes.ts'
import { type Allowances, Credits } from './credits/credits.ts'
import { Housekeeping } from './housekeeping.ts'
import { Idempotency } from './idempotency.ts'
import { IdentityAccessControl } from './identity-access-control.ts'
import { createKeyedHash } from './keyed-hash.ts'
import { type MailTransport, noMailTransport, smtpTransport } from './mail/mail-transport.ts'
import { sandboxMailboxRoute, sandboxMailTransport } from './mail/sandbox-mailbox.ts'
import { clusterQuota } from './ratelimit/cluster-quota.ts'
import { type Limiter, MemoryLimiter, rateLimited } from './ratelimit/limiter.ts'
import { type Rates, toPolicy } from './ratelimit/policy.ts'
import { redisQuota } from './ratelimit/redis-quota.ts'
import { SharedLimiter } from './ratelimit/shared-limiter.ts'
import { analyticsRoute, limitRequestRoute, usageRoute } from './routes/account.ts'
import { authRoutes } from './routes/auth.ts'
import { identityLedger } from './tables.ts'
import { UsageRecorder } from './usage/usage-recorder.ts'

/** How sign-in codes are sent. */
export type MailOptions =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string; readonly timeoutMs: number }
  | { readonly kind: 'mailbox' }
  | { readonly kind: 'none' }

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
  readonly mail: MailOptions
  readonly origin: string
  onWarning(message: string): void
}

export interface Identity extends AsyncDisposable {
  readonly accessControl: AccessControl
  readonly accounts: Accounts
  /** Routes of the joint server: the sandbox's mailbox. */
  readonly rootRoutes: readonly AnyRoute[]
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { store, clock, onWarning, rates } = options
  await using stack = new AsyncDisposableStack()
  const ledger = identityLedger(store.ledger)
  const hash = createKeyedHash(options.secret)
  const authenticator = new Authenticator({
    ledger,
    hash,
    anonymous: rates.anonymous,
    identified: rates.identified,
  })
  const limiter = stack.use(await createLimiter(options))
  const usage = stack.use(new UsageRecorder({ ledger, clock, onWarning }))
  usage.start()
  const credits = new Credits({ ledger, hash, allowances: options.allowances, now: () => clock.now() })
  const idempotency = new Idempotency({ ledger, hash, onWarning })
  const idempotent: Accounts['idempotent'] = (ask, route, work) => idempotency.run(ask, route, work)
  const mail = stack.use(await createMailTransport(options))
  const housekeeping = stack.use(new Housekeeping({ ledger, credits, clock, onWarning }))
  housekeeping.start()
  const livePolicy = toPolicy({ perSecond: rates.livePerSecond })
  const deps = { ledger, credits, usage, idempotent }

  const accounts: Accounts = {
    charge: (order) => credits.charge(order),
    async admitLive({ subject }: Principal) {
      const decision = await limiter.take(`live:${subject}`, livePolicy, clock.now())
      if (decision.refusedBy !== undefined) throw rateLimited(decision)
    },
    idempotent,
    authRoutes: authRoutes({
      ledger,
      hash,
      codes: new SignInCodes({ ledger, hash }),
      mail,
      idempotent,
      keyLifetimeMs: options.keyLifetimeMs,
      onRevoked: () => authenticator.invalidate(),
      origin: options.origin,
    }),
    usageRoute: usageRoute(deps),
    limitRequestRoute: limitRequestRoute(deps),
    analyticsRoute: (section) => analyticsRoute(deps, section),
  }
  const resources = stack.move()
  return {
    accessControl: new IdentityAccessControl({ clock, authenticator, limiter, usage }),
    accounts,
    rootRoutes: options.mail.kind === 'mailbox' ? [sandboxMailboxRoute(ledger)] : [],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function createLimiter({ redis, isWorker, clock, onWarning }: IdentityOptions): Promise<Limiter> {
  if (redis) return new SharedLimiter({ clock, onWarning }, await redisQuota({ ...redis, clock }))
  return isWorker ? new SharedLimiter({ clock, onWarning }, clusterQuota()) : new MemoryLimiter()
}

async function createMailTransport({ mail, store, clock }: IdentityOptions): Promise<MailTransport> {
  if (mail.kind === 'smtp') return smtpTransport(mail)
  return mail.kind === 'mailbox' ? sandboxMailTransport(identityLedger(store.ledger), clock) : noMailTransport
}
