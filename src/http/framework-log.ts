/** What the framework logs by itself: nothing but that an answer broke off after its beginning was sent. */

import { type FastifyRequest, LogController } from 'fastify'
import { Failure } from '../core/errors.ts'
import { logFailure, toFailure } from './error-answer.ts'

export class FrameworkLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    // Callers may go when they like.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    logFailure(error.code === 'ABORT_ERR' ? notTaken(error) : toFailure(error), request)
  }
}

function notTaken(cause: Error): Failure {
  return new Failure('deadline_exceeded', 'The answer was not made and taken in time.', { cause })
}
