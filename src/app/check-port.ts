/** Whether the port of the settings can be had, before anything else is opened. */

import type { LoadedConfig } from '../core/config/load-config.ts'
import { probePort } from '../http/server/probe-port.ts'

/** Throws what listening would; any free port can be had. */
export async function checkPort({ host, port }: LoadedConfig['config']['server']): Promise<void> {
  if (port !== 0) await probePort(host, port)
}
