/** The public interface of identity. */

export { keyPrefixes } from './credentials/credential-format.ts'
export { type Identity, openIdentity } from './identity.ts'
export { createKeyedHash, hashesEqual, type KeyedHash } from './keyed-hash.ts'
export { emailPage } from './mail/email-page.ts'
export {
  checkMailServer,
  type Email,
  type MailTransport,
  noMail,
  RecipientRejected,
  smtpMail,
} from './mail/mail-transport.ts'
export { mailboxPath, sandboxMail } from './mail/sandbox-mailbox.ts'
export { recordAction } from './operator/audit.ts'
export { type LimitRequests, toLimitRequestView } from './operator/limit-requests.ts'
export { type Operator, openOperator } from './operator/operator.ts'
export type { OperatorAccess } from './operator/operator-access.ts'
export { type AttemptLimit, takeAttempts } from './ratelimit/attempt-limits.ts'
export { QuotaServer } from './ratelimit/thread-quota.ts'
export { LimitRequest } from './schema.ts'
export { identityLedger, identityScope, type Ledger, type LedgerTransaction } from './tables.ts'
