/** How many may wait for a database, the same on every engine, and what the one too many is told. */

import { Failure } from '../core/errors.ts'

/** Not below the requests a server answers at once unless told otherwise: each wait has a deadline of its own. */
export const defaultWaitingMax = 1_000

export function tooManyWaiting(resource: string): Failure {
  return new Failure('overloaded', `The database is busy (${resource}: too many are waiting).`, {
    retryAfterSeconds: 1,
  })
}
