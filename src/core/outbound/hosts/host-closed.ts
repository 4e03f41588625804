/** A host that is not asked at present, and the error for requests to it. */

import { Failure } from '../../errors.ts'

/**
 * `slow`: responses take seconds. `limiting`: it asked for fewer requests. `refusing`: it denied access several times in a
 * row. `failing`: half of the requests fail, or it announced an outage.
 */
export type HostState = 'answering' | 'slow' | 'limiting' | 'refusing' | 'failing'

/** What fails together: a host, or a group of its endpoints. */
export interface CircuitKey {
  readonly host: string
  readonly group?: string | undefined
}

/** The request was not sent, or was answered with a limit: this says nothing about what was requested. */
export class HostClosed extends Failure {
  readonly host: string
  readonly state: HostState

  constructor({ host }: CircuitKey, state: HostState, waitMs: number) {
    super(state === 'refusing' ? 'upstream_refused' : 'upstream_unavailable', messages[state], {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    })
    this.host = host
    this.state = state
  }
}

const messages: Readonly<Record<HostState, string>> = {
  answering: 'The source is not asked at present.',
  slow: 'The source is not asked at present.',
  limiting: 'The source asked for a pause between requests.',
  refusing: 'The source keeps refusing; requests to it are paused.',
  failing: 'The source keeps failing; requests to it are paused.',
}
