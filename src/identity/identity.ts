/** Builds identity from the store and the settings: access control for the server, accounts for the services. */

import type { MessagePort } from 'node:worker_threads'
import { repeat } from '../core/async/repeat.ts'
import type { Clock } from '../core/clock.ts'
import type { AccessControl } from '../http/access-control.ts'
import type { Accounts } from '../http/accounts.ts'
import type { AnyRoute } from '../http/route.ts'
import { createLedgerTime } from '../store/coordination/ledger-time.ts'
import type { Store } from '../store/store.ts'
import { Authenticator } from './credentials/authenticator.ts'
import type { KeyPrefix } from './credentials/credential-format.ts'
import { SignInCodes } from './credentials/sign-in-codes.ts'
import type { Allowances } from './credits/credit-accounts.ts'
import { Credits } from './credits/credits.ts'
import { startHousekeeping } from './housekeeping.ts'
import { Idempotency } from './idempotency.ts'
import { IdentityAccessControl } from './identity-access-control.ts'
import { createKeyedHash } from './keyed-hash.ts'
import { type MailTransport, noMail } from './mail/mail-transport.ts'
import { type LimitRequests, openLimitRequests } from './operator/limit-requests.ts'
import { createOperatorAccess, type OperatorAccess } from './operator/operator-access.ts'
import { callerLimits, takeAll } from './ratelimit/caller-limits.ts'
import { type Limiter, MemoryLimiter, rateLimited } from './ratelimit/limiter.ts'
import { type Rates, toPolicy } from './ratelimit/policy.ts'
import { redisQuota } from './ratelimit/redis-quota.ts'
import { SharedLimiter } from './ratelimit/shared-limiter.ts'
import { threadQuota } from './ratelimit/thread-quota.ts'
import { analyticsRoute } from './routes/analytics.ts'
import { keyRoutes } from './routes/keys.ts'
import { limitRequestRoutes } from './routes/limit-requests.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { signOutRoutes } from './routes/sign-out.ts'
import { usageRoutes } from './routes/usage.ts'
import { identityLedger } from './tables.ts'
import { RequestLog } from './usage/request-log.ts'
import { UsageRecorder } from './usage/usage-recorder.ts'

export interface IdentityOptions {
  readonly store: Store
  readonly clock: Clock
  /** Keys every hash: with another secret all codes, tokens and keys are invalid. */
  readonly secret: string
  readonly rates: {
    readonly anonymous: Required<Rates>
    readonly identified: Required<Rates>
    readonly livePerSecond: number
  }
  readonly allowances: Allowances
  /** How many days single entries of credits stay. Default: 400. */
  readonly creditEntryDays?: number
  readonly keyPrefix: KeyPrefix
  readonly keyLifetimeMs: number | undefined
  /** Undefined: limits are counted on this machine. */
  readonly redis: { readonly url: string; readonly keyPrefix: string } | undefined
  /** From `QuotaServer`, in one of several threads that answer requests: it grants the quota unless there is Redis. */
  readonly quotaPort?: MessagePort | undefined
  /** Disposed with the identity. */
  readonly mail: MailTransport
  /** The e-mail addresses of operators. Default: none. */
  readonly operatorEmails?: readonly string[]
  /** The server's public address, for e-mails. */
  readonly origin: string
  onWarning(message: string): void
}

export interface Identity extends AsyncDisposable {
  readonly accessControl: AccessControl
  readonly accounts: Accounts
  /** Whether e-mails can be sent. */
  readonly hasMail: boolean
  /** Routes outside the services: sign-out, and the mailbox of the sandbox. */
  readonly rootRoutes: readonly AnyRoute[]
  readonly operators: OperatorAccess
  readonly limitRequests: LimitRequests
}

const flushMs = 1000
const requestLogFlushMs = 5000

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { store, clock, mail, keyPrefix, keyLifetimeMs, onWarning, rates } = options
  await using stack = new AsyncDisposableStack()
  stack.use(mail)
  const ledger = identityLedger(store.ledger)
  const hash = createKeyedHash(options.secret)
  const authenticator = new Authenticator({ ledger, hash, clock, ...rates })
  const limiter = stack.use(await createLimiter(options))
  const usage = stack.use(new UsageRecorder({ ledger, onWarning }))
  stack.use(repeat(clock, flushMs, () => usage.flush()))
  const requestLog = stack.use(new RequestLog({ ledger, onWarning }))
  stack.use(repeat(clock, requestLogFlushMs, () => requestLog.flush()))
  const credits = new Credits({ ledger, hash, allowances: options.allowances, now: () => clock.now() })
  const ledgerNow = createLedgerTime(ledger, clock)
  const idempotency = new Idempotency({ ledger, hash, credits, now: ledgerNow, onWarning })
  stack.use(
    startHousekeeping({
      ledger,
      credits,
      clock,
      ledgerNow,
      creditEntryDays: options.creditEntryDays,
      onWarning,
    }),
  )
  const livePolicy = toPolicy({ perSecond: rates.livePerSecond })
  const codes = new SignInCodes({ ledger, hash })

  const idempotent: Accounts['idempotent'] = (request, route, work) => idempotency.run(request, route, work)
  const accounts: Accounts = {
    async admitLive(principal) {
      const decision = await takeAll(limiter, callerLimits(principal, livePolicy, 'live:'), clock)
      if (decision.refusedBy !== undefined) throw rateLimited(decision)
    },
    idempotent,
    authRoutes: [
      ...signInRoutes({
        ledger,
        hash,
        codes,
        mail,
        keyPrefix,
        keyLifetimeMs,
        origin: options.origin,
        onWarning,
      }),
      ...keyRoutes({
        ledger,
        hash,
        idempotent,
        keyPrefix,
        keyLifetimeMs,
        requestLog,
        onChanged: () => authenticator.invalidate(),
      }),
    ],
    usageRoutes: usageRoutes({ ledger, credits, usage }),
    limitRequestRoutes: limitRequestRoutes({ ledger, idempotent }),
    analyticsRoute: (section) => analyticsRoute({ ledger, usage }, section),
  }
  const resources = stack.move()
  return {
    accessControl: new IdentityAccessControl({ clock, authenticator, limiter, usage, requestLog }),
    accounts,
    hasMail: mail !== noMail,
    limitRequests: openLimitRequests(ledger, clock),
    operators: createOperatorAccess({ ledger, limiter, clock, emails: options.operatorEmails ?? [] }),
    rootRoutes: [...mail.routes, ...signOutRoutes({ ledger, onRevoked: () => authenticator.invalidate() })],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function createLimiter({ redis, quotaPort, clock, onWarning }: IdentityOptions): Promise<Limiter> {
  if (redis) return new SharedLimiter({ clock, onWarning }, await redisQuota({ ...redis, clock }))
  return quotaPort ? new SharedLimiter({ clock, onWarning }, threadQuota(quotaPort)) : new MemoryLimiter()
}
