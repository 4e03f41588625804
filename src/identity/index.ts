/** The parts of identity that `app.ts` joins. */

export { type Identity, openIdentity } from './identity.ts'
export { type Operator, openOperator } from './operator.ts'
export { lendToWorkers } from './worker-limits.ts'
