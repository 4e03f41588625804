/** Limits the rate of connections whose bytes never became a request, like that of requests. */

import type { Socket } from 'node:net'
import { withTimeout } from '../../../core/async/with-timeout.ts'
import { type Failure, isFailure } from '../../../core/errors.ts'
import { supportRouteInfo } from '../../access-control.ts'
import { connectionAddress, createAddressCheck } from '../../request/address-resolver.ts'
import type { ServerOptions } from '../server-options.ts'

const decisionMsMax = 1000

/** The refusal, or undefined if the caller is admitted. */
export function createConnectionLimit({
  accessControl,
  clock,
  trustedProxies,
}: Pick<ServerOptions, 'accessControl' | 'clock' | 'trustedProxies'>): (
  socket: Socket,
) => Promise<Failure | undefined> {
  const isProxy = createAddressCheck(trustedProxies)
  return async (socket) => {
    const address = connectionAddress(socket)
    // Whom the proxy speaks for is unknown, and a limit for the proxy would hit all its clients.
    if (isProxy(address)) return undefined
    const caller = {
      address,
      connection: socket,
      authorization: undefined,
      apiKey: undefined,
      serviceKey: undefined,
    }
    if (accessControl.admitSync(caller, 'none', supportRouteInfo, clock.now())) return undefined
    const decision = accessControl.admit(caller, 'none', supportRouteInfo).then(
      () => undefined,
      (thrown: unknown) => (isFailure(thrown) ? thrown : undefined),
    )
    return await withTimeout(clock, decisionMsMax, decision, () => undefined)
  }
}
