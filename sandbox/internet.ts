/** What every exchange with the sandbox shares, and how a message finds its host. */

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../src/core/clock.ts'
import { controlHostName } from './control.ts'
import type { Faults, Strike } from './faults.ts'
import { type Incoming, type Reply, text } from './host.ts'
import type { RequestLog } from './request-log.ts'
import type { FoundHost, HostTable } from './router.ts'
import type { World } from './world.ts'

export interface Internet {
  readonly clock: Clock
  readonly world: World
  readonly findHost: HostTable
  readonly faults: Faults
  readonly requests: RequestLog
}

export type Arrival =
  | { readonly refusal: Reply }
  | {
      readonly refusal: undefined
      readonly found: FoundHost
      readonly incoming: Incoming
      readonly strike: Strike
    }

/** Finds the host, draws the faults and writes the log. */
export function arrive(internet: Internet, message: IncomingMessage, signal: AbortSignal): Arrival {
  const { world, findHost } = internet
  const host = hostName(message.headers.host ?? '')
  const found = findHost(host)
  if (found === undefined)
    return { refusal: text(`No upstream here is called '${host}'.\n`, { status: 421 }) }
  const path = message.url ?? ''
  const url = path.startsWith('/') ? URL.parse(`https://${host}${path}`) : null
  if (url === null) return { refusal: text('The request target is not a path.\n', { status: 400 }) }

  const strike = host === controlHostName ? calm : strikeAndLog(internet, message.method ?? '', host, path)
  const { headers } = message
  const incoming = { world, host, subdomain: found.subdomain, url, query: url.searchParams, headers, signal }
  return { refusal: undefined, found, incoming, strike }
}

function strikeAndLog(
  { world, faults, requests }: Internet,
  method: string,
  host: string,
  path: string,
): Strike {
  const strike = faults.strike(host, path)
  const logged = { at: world.now(), method, host, path }
  requests.add(strike.breakage === undefined ? logged : { ...logged, fault: strike.breakage.kind })
  return strike
}

/** The control panel works while all else fails, and is no upstream to be counted. */
const calm: Strike = { latencyMs: 0, breakage: undefined }

/** Browsers reach every name that ends in `.localhost` on this machine: `gazette.sandbox.localhost:PORT`. */
export function hostName(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.localhost$/, '')
}
