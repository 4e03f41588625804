/** Checks what can be opened. */

import { once } from 'node:events'
import { createServer, type ListenOptions } from 'node:net'

/** Whether several threads can listen on one port: not on macOS and Windows. */
export async function canSharePorts(): Promise<boolean> {
  return await probePort({ host: '127.0.0.1', port: 0, reusePort: true }).then(
    () => true,
    () => false,
  )
}

/** Throws the error that listening would throw. */
export async function probePort(options: ListenOptions): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen(options)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
