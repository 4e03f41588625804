/** Opens a port for a moment, to learn whether it can be had. */

import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws what listening there would. */
export async function probePort(host: string, port: number): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen(port, host)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}
