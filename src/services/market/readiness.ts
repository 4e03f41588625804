/** What the provider's hosts require of the operator, for start-up and the doctor. */

import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { type ProviderHost, providerHosts, socketHost } from './gateway/hosts.ts'

export { originRouteCount } from './gateway/routes-by-host.ts'

const allHosts: readonly ProviderHost[] = [...Object.values(providerHosts), socketHost]

/** Hosts that refuse requests of a server without an `Origin`. */
export const hostsWithoutOrigin: readonly string[] = allHosts
  .filter(({ requiresOrigin }) => requiresOrigin)
  .map(({ name }) => name)

export function isMarketHost(name: string): boolean {
  return allHosts.some((host) => host.name === name)
}

export interface HostProbe {
  readonly host: string
  readonly requiresOrigin: boolean
  /** Undefined if the host answers. */
  readonly error: unknown
}

const deadlineMs = 5000
/** There is nothing at the root of most hosts; any such response shows that it answers. */
const acceptStatuses = [400, 404, 405, 406, 410]

/** One request to each host, and one connection to the socket. */
export async function examineMarketHosts(
  outbound: OutboundClient,
  origin: string | undefined,
  signal: AbortSignal,
): Promise<readonly HostProbe[]> {
  const headers = (requiresOrigin: boolean) => (requiresOrigin && origin !== undefined ? { origin } : {})
  return await Promise.all(
    allHosts.map(async ({ name: host, requiresOrigin }) => {
      const options = { headers: headers(requiresOrigin), signal, deadlineMs }
      const work =
        host === socketHost.name
          ? openAndClose(outbound, options.headers, signal)
          : outbound.request(`https://${host}/`, { ...options, acceptStatuses })
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      return { host, requiresOrigin, error }
    }),
  )
}

async function openAndClose(
  outbound: OutboundClient,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const url = `wss://${socketHost.name}/socket.io/websocket`
  const socket = outbound.openSocket?.(url, { headers, messageBytesMax: 1_048_576 })
  if (socket === undefined) return
  const stop = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
  try {
    await new Promise<void>((resolve, reject) => {
      stop.addEventListener('abort', () => reject(stop.reason), { once: true })
      socket.addEventListener('message', () => resolve())
      socket.addEventListener('close', () => reject(new Error('the host hung up')))
      socket.addEventListener('error', (event) => reject((event as { error?: unknown }).error ?? event))
    })
  } finally {
    socket.terminate()
  }
}
