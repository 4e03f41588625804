/** Checks that the port is free, before anything else is opened. */

import type { LoadedConfig } from '../core/config/load-config.ts'
import { probePort } from '../http/server/probe-port.ts'

/** Throws what listening would throw. Port 0 takes any free port. */
export async function checkPort({ host, port }: LoadedConfig['config']['server']): Promise<void> {
  if (port !== 0) await probePort(host, port)
}
