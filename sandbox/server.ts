/** The sandbox: one loopback listener that simulates many hosts, selected by the `Host` header. */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '../src/core/clock.ts'
import { controlHost } from './faults/control.ts'
import type { Fault } from './faults/fault.ts'
import { Faults } from './faults/faults.ts'
import { handleRequest } from './handle-request.ts'
import { handleUpgrade } from './handle-upgrade.ts'
import type { SandboxHost } from './host.ts'
import { hostName, type SandboxContext } from './incoming.ts'
import { RequestLog } from './request-log.ts'
import { hostTable } from './router.ts'
import { createWorld, type Directory, type World } from './world.ts'

export interface SandboxOptions {
  /** Determines the data and the timing of faults. */
  readonly clock: Clock
  readonly seed: string
  /** Default: any free port. */
  readonly port?: number
  readonly hosts: readonly SandboxHost[]
  readonly faults?: readonly Fault[]
  /** Default: made-up companies. */
  readonly directory?: Directory
  /** Default: the newest 10,000 requests. */
  readonly requests?: RequestLog
}

export interface Sandbox extends AsyncDisposable {
  readonly world: World
  /** `http://127.0.0.1:PORT`. The outbound client sends requests for `https://host` here, without TLS. */
  readonly origin: string
  readonly faults: Faults
  readonly requests: RequestLog
  /** For the outbound client: the address of a simulated host, undefined for other names. */
  resolve(host: string): { readonly origin: string } | undefined
  /** Closes all connections. */
  close(): Promise<void>
}

const frameBytesMax = 1024 * 1024

/** Rejects with the system error when the port is in use, and with `InvalidFault` for an invalid fault. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, seed, port = 0, hosts, directory, requests = new RequestLog() } = options
  const world = createWorld({ seed, clock, directory })
  const faults = new Faults({ random: world.random, hosts: hosts.map((host) => host.host) })
  for (const fault of options.faults ?? []) faults.set(fault)
  const findHost = hostTable([...hosts, controlHost(faults)])
  const context: SandboxContext = { clock, world, findHost, faults, requests }

  const server = createServer({ shouldUpgradeCallback: wantsWebSocket }, (message, response) => {
    void handleRequest(context, message, response)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const webSockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: frameBytesMax })
  server.on('upgrade', (message, tcp, head) => {
    handleUpgrade(context, webSockets, message, tcp as Socket, head).catch(() => tcp.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function close(): Promise<void> {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }

  return {
    world,
    origin,
    faults,
    requests,
    resolve: (host) => (findHost(hostName(host)) === undefined ? undefined : { origin }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Offers of other protocols are ignored. */
function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
