/** Checks the ports before anything else is opened. */

import { probePort } from '../http/server/probe-port.ts'

export { canSharePorts } from '../http/server/probe-port.ts'

/** Throws what listening would throw. Port 0 takes any free port. */
export async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port !== 0) await probePort({ host, port })
}
