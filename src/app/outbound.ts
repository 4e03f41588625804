/** The way out. In the sandbox every host is on this machine and needs no pauses; otherwise only hosts that were named are reached. */

import packageJson from '../../package.json' with { type: 'json' }
import { Failure } from '../core/errors.ts'
import { createOutbound } from '../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../core/outbound/outbound.ts'
import type { AppContext } from './app-context.ts'

/** `hosts`: whom this side of the program asks. */
export function createOutboundClient(
  { loaded, clock, events, sandboxOrigin }: AppContext,
  hosts: (host: string) => boolean,
): OutboundClient {
  const { outbound, run } = loaded.config
  return createOutbound({
    clock,
    events,
    userAgent: `Broadsheet/${packageJson.version}${outbound.contact ? ` (+${outbound.contact})` : ''}`,
    hosts,
    ...(outbound.allowPrivateHosts ? { allowPrivate: hosts } : {}),
    ...(run.profile === 'sandbox'
      ? {
          overrideOrigin: () => ({ origin: sandboxOrigin() ?? sandboxNotReady() }),
          pauseBetweenRequests: false,
        }
      : {}),
  })
}

function sandboxNotReady(): never {
  throw new Failure('upstream_unavailable', 'The sandbox is still starting.', { retryAfterSeconds: 1 })
}
