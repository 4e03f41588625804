/** What all requests to the sandbox share, and how a request finds its host. */

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../src/core/clock.ts'
import { controlHostName } from './faults/control.ts'
import type { FaultEffect, Faults } from './faults/faults.ts'
import { type Incoming, type Reply, text } from './host.ts'
import type { RequestLog } from './request-log.ts'
import type { HostMatch, HostTable } from './router.ts'
import type { World } from './world.ts'

export interface SandboxContext {
  readonly clock: Clock
  readonly world: World
  readonly findHost: HostTable
  readonly faults: Faults
  readonly requests: RequestLog
}

export type AcceptedRequest =
  | { readonly refusal: Reply }
  | {
      readonly refusal: undefined
      readonly match: HostMatch
      readonly incoming: Incoming
      readonly effect: FaultEffect
    }

/** Finds the host, applies faults and logs the request. */
export function acceptRequest(
  context: SandboxContext,
  message: IncomingMessage,
  signal: AbortSignal,
): AcceptedRequest {
  const { world, findHost } = context
  const host = hostName(message.headers.host ?? '')
  const match = findHost(host)
  if (match === undefined) {
    return { refusal: text(`There is no simulated host '${host}'.\n`, { status: 421 }) }
  }
  const path = message.url ?? ''
  const url = path.startsWith('/') ? URL.parse(`https://${host}${path}`) : null
  if (url === null) return { refusal: text('The request target is not a path.\n', { status: 400 }) }

  const effect = host === controlHostName ? noEffect : applyAndLog(context, message.method ?? '', host, path)
  const { headers } = message
  const incoming = { world, host, subdomain: match.subdomain, url, query: url.searchParams, headers, signal }
  return { refusal: undefined, match, incoming, effect }
}

function applyAndLog(
  { world, faults, requests }: SandboxContext,
  method: string,
  host: string,
  path: string,
): FaultEffect {
  const effect = faults.apply(host, path)
  const request = { at: world.now(), method, host, path }
  requests.add(effect.fault === undefined ? request : { ...request, fault: effect.fault.kind })
  return effect
}

/** Faults do not apply to the control host, and its requests are not logged. */
const noEffect: FaultEffect = { latencyMs: 0, fault: undefined }

/** Browsers resolve every name that ends in `.localhost` to this machine: `gazette.sandbox.localhost:PORT`. */
export function hostName(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.localhost$/, '')
}
