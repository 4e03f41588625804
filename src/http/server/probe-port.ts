/** Checks that a port can be opened. */

import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws the error that listening would throw. */
export async function probePort(host: string, port: number): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen(port, host)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
