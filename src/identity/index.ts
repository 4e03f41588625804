/** The parts of identity that the program joins. */

export { type Identity, type MailOptions, openIdentity } from './identity.ts'
export { checkMailServer } from './mail/mail-transport.ts'
export { type Operator, openOperator } from './operator/operator.ts'
export { serveQuota } from './ratelimit/cluster-quota.ts'
