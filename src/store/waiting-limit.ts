/** The limit on queues for a database, the same on both engines, and the error when a queue is full. */

import { Failure } from '../core/errors.ts'

/** Not below the default number of concurrent requests; each wait also has its own time limit. */
export const defaultWaitingMax = 1_000

export function tooManyWaiting(resource: string): Failure {
  return new Failure('overloaded', `The database is busy (${resource}: the queue is full).`, {
    retryAfterSeconds: 1,
  })
}
