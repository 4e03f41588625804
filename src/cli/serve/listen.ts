/** Opens the port; closing it lets running requests finish. */

import { once } from 'node:events'
import type { Server } from 'node:net'
import { checkPort } from '../../app/check-port.ts'
import type { HttpApp } from '../../app/http-app.ts'
import { withTimeout } from '../../core/async/with-timeout.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { CommandFailed } from '../exit.ts'

type Config = LoadedConfig['config']

interface Address {
  readonly host: string
  readonly port: number
}

const mainNames = { port: '--port or PORT', host: '--host or HOST' }
const metricsNames = { port: 'METRICS_PORT', host: 'METRICS_HOST' }

/** Checked first, so that a failed start leaves nothing behind. */
export async function requireFreePorts({ server, metrics }: Config): Promise<void> {
  await checkPort(server).catch((thrown: unknown) => {
    throw explainListenError(thrown, server, mainNames)
  })
  const metricsAddress = ownMetricsAddress(metrics)
  if (metricsAddress === undefined) return
  await checkPort(metricsAddress).catch((thrown: unknown) => {
    throw explainListenError(thrown, metricsAddress, metricsNames)
  })
}

function ownMetricsAddress({ enabled, host, port }: Config['metrics']): Address | undefined {
  return enabled && port !== undefined ? { host, port } : undefined
}

export interface Ports {
  readonly port: number
  readonly metricsPort: number | undefined
}

/**
 * How long a server that stops still accepts connections: a request on its way, or on a connection that the kernel has
 * accepted, is answered, and a proxy sees by then that readiness fails.
 */
const lingerMs = 2000

/**
 * Takes ownership of `http`, also when a port is taken. Disposing drains, then closes. With `reusePort`, other threads may
 * listen on the same ports.
 */
export async function listen(
  http: HttpApp,
  { server, metrics }: Pick<Config, 'server' | 'metrics'>,
  clock: Clock,
  { reusePort }: { readonly reusePort: boolean } = { reusePort: false },
): Promise<AsyncDisposable & Ports> {
  const { metricsServer } = http
  let port: number
  try {
    const address = { host: server.host, port: server.port, reusePort }
    port = await http.server.listen(address).catch((thrown: unknown) => {
      throw explainListenError(thrown, server, mainNames)
    })
    const metricsAddress = ownMetricsAddress(metrics)
    if (metricsServer && metricsAddress) {
      await once(metricsServer.listen({ ...metricsAddress, reusePort }), 'listening').catch(
        (thrown: unknown) => {
          throw explainListenError(thrown, metricsAddress, metricsNames)
        },
      )
    }
  } catch (thrown) {
    await http[Symbol.asyncDispose]()
    throw thrown
  }
  return {
    port,
    metricsPort: metricsServer && portOf(metricsServer),
    async [Symbol.asyncDispose]() {
      http.drain()
      await clock.sleep(Math.min(lingerMs, server.drainMs))
      const closed = Promise.resolve(http[Symbol.asyncDispose]())
      await withTimeout(clock, server.drainMs, closed, () => {
        http.server.nodeServer.closeAllConnections()
        return closed
      })
    },
  }
}

function portOf(server: Server): number | undefined {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}

function explainListenError(thrown: unknown, { host, port }: Address, names: typeof mainNames): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Choose another with ${names.port} (0 takes a free one), or stop the program that listens there.`,
    EACCES: `Port ${port} needs more privileges. Choose one above 1023 with ${names.port}.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with ${names.host}.`,
    ENOTFOUND: `The host ${host} does not exist. Choose an address of this machine with ${names.host}.`,
  }
  const reason = reasons[(thrown as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? thrown : new CommandFailed(reason, undefined, { cause: thrown })
}
