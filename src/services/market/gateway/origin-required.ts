/** The error of a host that refuses requests because `MARKET_ORIGIN` is not set. */

import { Failure } from '../../../core/errors.ts'
import { originSetting } from './hosts.ts'
import { originRouteCount } from './routes-by-host.ts'

export function originRequired(message: string, cause: Failure): Failure {
  return new Failure('upstream_refused', message, {
    details: { setting: originSetting, routes_affected: originRouteCount },
    cause,
  })
}
