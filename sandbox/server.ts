/** The pretend internet: one loopback listener that is many upstreams, told apart by the `Host` header. */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '../src/core/clock.ts'
import { controlHost } from './control.ts'
import { exchange } from './exchange.ts'
import type { Fault } from './fault.ts'
import { Faults } from './faults.ts'
import type { SandboxHost } from './host.ts'
import { hostName, type Internet } from './internet.ts'
import { RequestLog } from './request-log.ts'
import { hostTable } from './router.ts'
import { upgrade } from './upgrade.ts'
import { createWorld, type World } from './world.ts'

export interface SandboxOptions {
  /** Dates the world and times the faults. */
  readonly clock: Clock
  readonly seed: string
  /** Any free one unless told. */
  readonly port?: number
  readonly hosts: readonly SandboxHost[]
  readonly faults?: readonly Fault[]
}

export interface Sandbox extends AsyncDisposable {
  readonly world: World
  /** `http://127.0.0.1:PORT`. No TLS: the outbound client sends here, on loopback, what is meant for `https://host`. */
  readonly origin: string
  readonly faults: Faults
  readonly requests: RequestLog
  /** For the outbound client: where a host of the pretend internet is, undefined for names it does not have. */
  resolve(host: string): { readonly origin: string } | undefined
  /** Breaks off everything under way. */
  close(): Promise<void>
}

const frameBytesMax = 1024 * 1024

/** Rejects with the system's error when the port is taken, and with `InvalidFault` for a fault that makes no sense. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, seed, port = 0, hosts } = options
  const world = createWorld({ seed, clock })
  const faults = new Faults({ random: world.random, hosts: hosts.map((host) => host.host) })
  for (const fault of options.faults ?? []) faults.set(fault)
  const requests = new RequestLog()
  const findHost = hostTable([...hosts, controlHost(faults)])
  const internet: Internet = { clock, world, findHost, faults, requests }

  const server = createServer({ shouldUpgradeCallback: wantsWebSocket }, (message, response) => {
    void exchange(internet, message, response)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const webSockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: frameBytesMax })
  server.on('upgrade', (message, tcp, head) => {
    upgrade(internet, webSockets, message, tcp as Socket, head).catch(() => tcp.destroy())
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

/** Other upgrades are offers that may be declined by answering as usual. */
function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
