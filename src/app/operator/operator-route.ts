/** What the routes for operators share. */

import type { ErrorCode } from '../../core/errors.ts'
import type { LimitRequests, OperatorAccess } from '../../identity/index.ts'
import type { OperatorAlarms } from '../alarms/operator-alarms.ts'
import type { Discoverer } from '../discovery.ts'
import type { OperatorMembers } from './operator-members.ts'
import type { OperatorRuns } from './operator-runs.ts'

export interface OperatorDeps {
  readonly operators: OperatorAccess
  readonly discoverer: Discoverer
  readonly members: OperatorMembers
  readonly runs: OperatorRuns
  readonly alarms: OperatorAlarms
  readonly limitRequests: LimitRequests
}

/** One of several routes that differ only in what they decide. */
export interface DecisionFacts<Action extends string, Status extends string> {
  readonly action: Action
  readonly status: Status
  readonly summary: string
  readonly description: string
}

export const operatorRoute = {
  access: 'token',
  cache: 'no-store',
  errors: ['unauthenticated', 'not_found', 'rate_limited'] as readonly ErrorCode[],
} as const
