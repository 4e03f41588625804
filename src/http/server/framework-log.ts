/** What the framework logs by itself: nothing but that an answer broke off after its beginning was sent, which is counted here too. */

import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Failure } from '../../core/errors.ts'
import { logFailure, toFailure } from '../response/error-response.ts'

type Count = (request: FastifyRequest, reply: FastifyReply, status: number) => void

export class FrameworkLog extends LogController {
  readonly #count: Count

  /** `count` is told what the answer came to, whatever status it began with. */
  constructor(count: Count) {
    super({ disableRequestLogging: true })
    this.#count = count
  }

  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest, reply: FastifyReply): void {
    // Callers may go when they like.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') {
      this.#count(request, reply, 499)
      return
    }
    const failure = error.code === 'ABORT_ERR' ? deadlineExceeded(error) : toFailure(error)
    logFailure(failure, request)
    this.#count(request, reply, failure.status)
  }
}

function deadlineExceeded(cause: Error): Failure {
  return new Failure('deadline_exceeded', 'The answer was not made and taken in time.', { cause })
}
