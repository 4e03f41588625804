/** The parts of identity that the program joins. */

export { type Identity, openIdentity } from './identity.ts'
export { checkMailServer } from './mail.ts'
export { type Operator, openOperator } from './operator.ts'
export { lendToWorkers } from './worker-limits.ts'
