/** Checks what can be opened. */

import { once } from 'node:events'
import { createServer, type ListenOptions } from 'node:net'

/** Throws the error that listening would throw. */
export function probePort(host: string, port: number): Promise<void> {
  return open({ host, port })
}

/** Whether several threads can listen on one port: not on macOS and Windows. */
export async function canSharePorts(): Promise<boolean> {
  return await open({ host: '127.0.0.1', port: 0, reusePort: true }).then(
    () => true,
    () => false,
  )
}

async function open(options: ListenOptions): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen(options)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
