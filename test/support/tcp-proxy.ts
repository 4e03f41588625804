/** A TCP connection that can be cut: stands between a client and a server on this machine. */

import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Breaks every connection and accepts no more. */
  cut(): void
  /** Passes on nothing more, without closing anything. */
  stall(): void
  restore(): void
}

export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const upstream = connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (state !== 'stalled') to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    stall: () => {
      state = 'stalled'
    },
    restore: () => {
      // What was swallowed is missing from the connections that lived through a stall.
      if (state === 'stalled') breakAll()
      state = 'open'
    },
    [Symbol.asyncDispose]: async () => {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
